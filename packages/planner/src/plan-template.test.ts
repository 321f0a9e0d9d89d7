import { routePlan, type PlanAction, type RoutePlan } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { addPoint, changePoints } from './edit/index.ts';
import { freshPlan } from './fresh-plan.ts';
import { home } from './plan.fixture.ts';
import { firstPlace, planMovedTo, templateOf } from './plan-template.ts';

const photo: PlanAction = { type: 'takePhoto' };
const hover: PlanAction = { type: 'hover', seconds: 3 };
const interval: PlanAction = { type: 'interval', by: 'distance', every: 20, until: 'p2' };

/** Three points, of which two hover and take a photo. */
function patrol(): RoutePlan {
  const drawn = [0, 0.001, 0.002].reduce(
    (plan, east) => addPoint(plan, { lng: home.lng + east, lat: home.lat }),
    freshPlan('waypoint'),
  );
  const acting = changePoints(drawn, ['p1'], { actions: { set: [photo, interval] } });
  const both = changePoints(acting, ['p2', 'p3'], { actions: { set: [hover, photo] } });
  const settings = { ...both.settings, speed: 5, takeOff: { ...home, height: 12 } };
  return { ...both, settings, acknowledged: ['clearance'] };
}

describe('a template', () => {
  it('without places has settings, and what the points do becomes what new points do', () => {
    const template = templateOf(patrol(), { placed: false });
    expect(routePlan.safeParse(template).success).toBe(true);
    expect(template.points).toEqual([]);
    expect(template.acknowledged).toEqual([]);
    expect(template.settings).toMatchObject({ speed: 5, takeOff: null, pointActions: [hover, photo] });
    expect(addPoint(template, home).points[0]?.actions).toEqual([hover, photo]);
  });

  it('leaves out actions that name other points', () => {
    const plan = changePoints(patrol(), ['p2', 'p3'], { actions: { set: [interval] } });
    expect(templateOf(plan, { placed: false }).settings.pointActions).toEqual([photo]);
  });

  it('keeps the line of an area out unless places are kept', () => {
    const plan = freshPlan('regional');
    const outer = [home, { lng: home.lng + 0.001, lat: home.lat }, { lng: home.lng, lat: home.lat + 0.001 }];
    const area = { ...plan.area, sideOverlap: 61, parts: [{ outer, holes: [] }], line: outer };
    const drawn = { ...plan, area };
    expect(templateOf(drawn, { placed: false }).area).toMatchObject({
      sideOverlap: 61,
      parts: [],
      line: [],
    });
    expect(templateOf(drawn, { placed: true }).area).toEqual(area);
  });

  it('with places is moved so that it begins elsewhere, with the same distances', () => {
    const template = templateOf(patrol(), { placed: true });
    expect(template.points.map(({ actions }) => actions)).toEqual(
      patrol().points.map(({ actions }) => actions),
    );
    const to = { lng: -70.5, lat: -33.4 };
    const moved = planMovedTo(template, to);
    expect(routePlan.safeParse(moved).success).toBe(true);
    expect(firstPlace(moved)?.lng).toBeCloseTo(to.lng, 9);
    expect(firstPlace(moved)?.lat).toBeCloseTo(to.lat, 9);
    const leg = ({ points: [first, second] }: RoutePlan): number => distance(first!, second!);
    expect(leg(moved)).toBeCloseTo(leg(template), 2);
    expect(moved.settings.takeOff).toMatchObject({ height: null });
    expect(moved.settings.dockOID).toBeNull();
  });
});
