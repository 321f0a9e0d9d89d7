import { normaliseHeading } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { changePoints, previewChange } from './batch.ts';
import { pointsOfRoute } from './kind.ts';
import { convertHeightMode, setArea, setInterestCentre, setSettings } from './settings.ts';

const ground = groundOf(20);
const plan = planWith([
  pointAt('p1', 0, 0, { interest: { lng: 113.95, lat: 22.55, height: 5 } }),
  pointAt('p2', 0, 100, { speed: 3 }),
]);

describe('the direction of the lines of an area', () => {
  it.each([
    [361, 1],
    [450, 90],
    [360, 360],
    [-1, 359],
    [0, 0],
  ])('%d° is kept as %d°', (given, kept) => {
    expect(setArea(plan, { direction: given }).area.direction).toBe(kept);
  });

  it('stays automatic, and as it was by other changes', () => {
    expect(setArea(plan, { direction: null }).area.direction).toBeNull();
    const turned = setArea(plan, { direction: 361 });
    expect(setArea(turned, { margin: 5 }).area).toMatchObject({ direction: 1, margin: 5 });
    expect(setArea(turned, { direction: 721 - 360 })).toBe(turned);
  });
});

describe('the height mode of a plan', () => {
  it('changes without changing the flight', () => {
    const mode = fc.constantFrom('relative' as const, 'altitude' as const, 'ellipsoid' as const);
    fc.assert(
      fc.property(fc.array(mode, { minLength: 1, maxLength: 6 }), (modes) => {
        const seas = (of: typeof plan) =>
          resolvePlan(of, ground).lines[0]!.points.map(({ seaHeight }) => seaHeight);
        let converted = plan;
        for (const heightMode of modes) converted = convertHeightMode(converted, heightMode, ground).plan;
        for (const [at, sea] of seas(converted).entries()) expect(sea).toBeCloseTo(seas(plan)[at]!, 6);
        const back = convertHeightMode(converted, 'relative', ground).plan;
        expect(back).toEqual(plan);
      }),
    );
  });

  it('cannot come from take-off where its height is not known', () => {
    const nowhere = setSettings(plan, { takeOff: null });
    const { faults, plan: same } = convertHeightMode(nowhere, 'altitude', ground);
    expect(faults).toMatchObject([{ code: 'takeOffUnknown' }]);
    expect(same).toBe(nowhere);
    const unknown = { height: () => 20, undulation: () => Number.NaN };
    const flat = setSettings(plan, { takeOff: { lng: 113.95, lat: 22.54, height: null } });
    expect(convertHeightMode(flat, 'ellipsoid', unknown)).toMatchObject({
      plan: flat,
      faults: [{ code: 'groundUnknown', field: 'settings.heightMode' }],
    });
    expect(convertHeightMode(flat, 'altitude', unknown).faults).toEqual([]);
  });
});

describe('a change of many points', () => {
  it('says before how many it changes, and gives fields back to the settings', () => {
    const ids = ['p1', 'p2'];
    expect(previewChange(plan, ids, { speed: 3 })).toEqual({ chosen: 2, changed: 1 });
    const slow = changePoints(plan, ids, { speed: 3, height: { by: -10 } });
    expect(slow.points.map(({ speed, height }) => [speed, height])).toEqual([
      [3, 70],
      [3, 70],
    ]);
    expect('speed' in changePoints(slow, ids, { speed: null }).points[0]!).toBe(false);
    expect(changePoints(slow, ids, { speed: 3 })).toBe(slow);
    const photo = { type: 'takePhoto' } as const;
    const acting = changePoints(plan, ['p1'], { actions: { add: [photo] } });
    expect(changePoints(acting, ['p1'], { actions: { remove: ['takePhoto'] } })).toEqual(plan);
  });
});

describe('the kind of a plan', () => {
  it('turns an orbit into points that fly the same', () => {
    const around = setSettings({ ...plan, type: 'poi' }, { headingMode: 'towardPOI' });
    const orbit = setInterestCentre(around, { lng: 113.95, lat: 22.54, height: 10 });
    const before = resolvePlan(orbit, ground);
    const byHand = pointsOfRoute(orbit, before);
    expect(byHand.type).toBe('waypoint');
    const after = resolvePlan(byHand, ground);
    const flown = (route: typeof before) =>
      route.lines[0]!.points.map(({ id: _id, heading: _heading, interest: _interest, ...point }) => point);
    expect(flown(after)).toEqual(flown(before));
    for (const [at, { heading, interest }] of after.lines[0]!.points.entries()) {
      const was = before.lines[0]!.points[at]!;
      expect(Math.abs(normaliseHeading(heading - was.heading))).toBeLessThan(0.001);
      expect(interest).toEqual(was.interest);
    }
  });
});
