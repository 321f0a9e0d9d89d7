import type { DrawnRegion, RoutePlan, RouteWarning } from '@eyrie/domain';
import { freshPlan, groundGridFor, resolvePlan } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { undulation } from '../../platform/undulation.ts';
import {
  flownFrom,
  isAround,
  isOfLayers,
  checkNeeds,
  checkPlanAround,
  type PlanAround,
} from './plan-warnings.ts';

describe('a plan with what is around it', () => {
  const dock = { lng: 113.95, lat: 22.54, height: 10 };
  const point = (id: string, lng: number, lat: number, height = 80) => ({
    id,
    lng,
    lat,
    height,
    actions: [],
  });
  const near = [point('p1', 113.951, 22.54), point('p2', 113.951, 22.542), point('p3', 113.953, 22.542)];
  const plan = (settings: Partial<RoutePlan['settings']> = {}, points = near): RoutePlan => {
    const fresh = freshPlan('waypoint');
    const { settings: own } = fresh;
    const aircraft = { drone: '0-91-1', payload: { type: 81, position: 0 }, takeOff: null };
    return { ...fresh, points, settings: { ...own, ...aircraft, ...settings } };
  };
  const around = (more: Partial<PlanAround> = {}): PlanAround => ({
    ground: null,
    regions: [],
    takeOff: null,
    unseen: [],
    ...more,
  });
  /** Level ground, metres above the sea. */
  const level = (one: RoutePlan, sea: number): NonNullable<PlanAround['ground']> => {
    const frame = groundGridFor(one)!;
    const heights = Array.from({ length: frame.columns * frame.rows }, () => sea + undulation(dock));
    return { frame, heights, obstacles: null, unread: [] };
  };
  const said = (warnings: readonly RouteWarning[]): string[] =>
    warnings.map(
      ({ code, blocking: blocks, values }) =>
        `${code}${blocks ? '!' : ''}${values['missing'] === undefined ? '' : ` ?${values['missing']}`}`,
    );

  it('takes off by the plan, or else by what its dock told', () => {
    const own = plan({ takeOff: dock });
    const reported = { ...dock, height: 90 };
    expect(flownFrom(own, { takeOff: reported })).toBe(own);
    expect(flownFrom(plan(), { takeOff: null }).settings.takeOff).toBeNull();
    expect(flownFrom(plan(), { takeOff: reported }).settings).toEqual({ ...own.settings, takeOff: reported });
    // Also where the plan was resolved before without one.
    const before = plan();
    const resolved = resolvePlan(before, { height: () => null, undulation });
    const flown = around({ takeOff: dock, ground: level(before, 10) });
    const { seconds, warnings } = checkPlanAround(before, flown, [], resolved);
    expect(seconds?.flightTime).toBeGreaterThan(seconds?.duration ?? Infinity);
    expect(warnings).toEqual(checkPlanAround(before, flown, []).warnings);
    // As it was resolved it is judged, where it takes off from there.
    const short = resolvePlan(plan({}, near.slice(0, 2)), { height: () => null, undulation });
    expect(checkPlanAround(before, around(), [], short).seconds?.duration).toBe(
      checkPlanAround(plan({}, near.slice(0, 2)), around(), []).seconds?.duration,
    );
  });

  it('says of a rule once what it finds, with the number of places, and nothing that is a notice only', () => {
    const low = plan({ takeOff: dock }, [
      point('p1', 113.951, 22.54, -40),
      point('p2', 113.951, 22.542, -40),
      point('p3', 113.953, 22.542, -40),
    ]);
    const { warnings } = checkPlanAround(low, around({ ground: level(low, 10) }), []);
    const [collision, ...others] = warnings.filter(({ code }) => code === 'collision');
    expect(others).toEqual([]);
    expect(collision).toMatchObject({ blocking: true, values: { leg: '1→2', count: 2 } });
    const flat = plan();
    expect(said(checkPlanAround(flat, around({ ground: level(flat, 10) }), []).warnings)).not.toContain(
      'takeOffMissing',
    );
    // What is said of the plan as a whole names no leg.
    const heights = checkPlanAround(plan({ takeOffSecurityHeight: 3 }), around(), []).warnings;
    const format = heights.find(({ code }) => code === 'takeOffHeight');
    expect(format?.values['restsOn']).toContain('takeOffSecurityHeight');
    expect(format?.values).not.toHaveProperty('leg');
    expect(checkPlanAround(flat, around(), []).warnings.some(({ values }) => 'restsOn' in values)).toBe(
      false,
    );
  });

  it('names every layer that was not read, and each thing that is missing by itself', () => {
    const whole = plan({ takeOff: dock });
    const ground = { ...level(whole, 10), unread: ['Harbour'] };
    const { warnings } = checkPlanAround(whole, around({ ground, unseen: ['City'] }), []);
    expect(said(warnings)).toEqual(['clearance ?obstacles', 'clearance ?obstacles']);
    expect(warnings.map(({ values }) => values['layer'])).toEqual(['Harbour', 'City']);
    expect(said(checkPlanAround(whole, around(), []).warnings)).toContain('clearance ?terrain');
  });

  it('keeps what the reader of its file says, unless the planner blocks what that only warned of', () => {
    const high = plan({ takeOffSecurityHeight: 3 });
    const ofFile = (blocks: boolean): RouteWarning[] => [
      { code: 'takeOffHeight', blocking: blocks, values: { ofFile: 1 } },
      { code: 'templateDiffers', blocking: false, values: {} },
    ];
    const of = (blocks: boolean, one = high) =>
      checkPlanAround(one, around(), ofFile(blocks)).warnings.filter(
        ({ code, values }) =>
          ['takeOffHeight', 'templateDiffers'].includes(code) && values['missing'] === undefined,
      );
    expect(of(true)).toEqual(ofFile(true));
    expect(said(of(false))).toEqual(['takeOffHeight!', 'templateDiffers']);
    expect(of(false)[0]?.values).not.toHaveProperty('ofFile');
    expect(of(false, plan())).toEqual(ofFile(false));
    // A warning of the planner does not take the place of one of the file.
    const reader: RouteWarning[] = [{ code: 'wind', blocking: false, values: { ofFile: 1 } }];
    const windy = plan({ wind: { speed: 14, from: 0 } });
    const wind = checkPlanAround(windy, around(), reader).warnings.filter(({ code }) => code === 'wind');
    expect(wind).toEqual(reader);
  });

  it('is judged by its regions', () => {
    const ring = [
      [113.9505, 22.5405],
      [113.9515, 22.5405],
      [113.9515, 22.5415],
      [113.9505, 22.5415],
      [113.9505, 22.5405],
    ];
    const region: DrawnRegion = {
      oid: 'region',
      groupOID: 'group',
      name: 'School',
      colour: '#ff0000',
      kind: 'noFly',
      shape: 'polygon',
      geometry: { type: 'Polygon', coordinates: [ring] },
      radius: null,
      width: null,
      floor: null,
      ceiling: null,
      heightReference: 'ground',
      enabled: true,
      validFrom: null,
      validUntil: null,
    };
    const inside = checkPlanAround(plan(), around({ regions: [region] }), []).warnings;
    expect(inside.find(({ code }) => code === 'insideNoFly')).toMatchObject({
      blocking: true,
      values: { region: 'School', leg: '1→2' },
    });
    const off = checkPlanAround(plan(), around({ regions: [{ ...region, enabled: false }] }), []).warnings;
    expect(said(off)).not.toContain('insideNoFly!');
  });

  it('has the seconds of its lines, of its flight where it takes off, and none where it is no route', () => {
    expect(checkPlanAround(plan({}, []), around(), []).seconds).toBeNull();
    expect(checkPlanAround(plan(), around(), []).seconds).toMatchObject({ flightTime: null });
    expect(checkPlanAround(plan(), around(), []).seconds?.duration).toBeGreaterThan(30);
  });

  it('needs its battery, and ground to come home over, only where it takes off and flies', () => {
    const needs = (one: RoutePlan, more: Partial<PlanAround> = {}) => checkNeeds(one, around(more), []).needs;
    const whole = plan({ takeOff: dock, reserve: 0.3 });
    const { batteryUse, ground } = needs(whole, { ground: level(whole, 10) });
    expect(batteryUse).toMatchObject({ reserve: 0.3 });
    expect(batteryUse?.share).toBeGreaterThan(0.02);
    expect(ground).toMatchObject({ complete: true });
    expect(needs(plan())).toEqual({ batteryUse: null, ground: null });
    expect(needs(plan({ takeOff: dock }, []))).toEqual({ batteryUse: null, ground: null });
    expect(checkNeeds(whole, around(), []).judged).toEqual(checkPlanAround(whole, around(), []));
  });

  it('has findings that follow from the layers, from what is around it, or from itself', () => {
    const kind = (code: string, values: RouteWarning['values'] = {}) => [
      isAround({ code, values }),
      isOfLayers({ code }),
    ];
    expect(kind('collision')).toEqual([true, true]);
    expect(kind('battery')).toEqual([true, false]);
    expect(kind('photoTime')).toEqual([false, false]);
    expect(kind('zoomRange', { missing: 'model' })).toEqual([true, false]);
  });
});
