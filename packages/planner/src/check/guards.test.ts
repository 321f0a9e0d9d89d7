import type { GateRegion, RoutePlan } from '@eyrie/domain';
import { zoneOf } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import type { PlanFigures } from '../figures.ts';
import { flightPath, type PathLeg } from '../flight-path.ts';
import { groundOf } from '../ground.fixture.ts';
import { modelLimits } from '../model-limits.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import type { Ground } from '../resolved.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckContext } from './input.ts';

const flat = groundOf(20);
const none: CheckContext = { regions: [] };
/** Flown 80 m above a dock at 20 m, home at 100 m. */
const good = planWith([pointAt('p1', 0, 100), pointAt('p2', 0, 300), pointAt('p3', 200, 300)]);
const settings = (changes: Partial<RoutePlan['settings']>): RoutePlan => ({
  ...good,
  settings: { ...good.settings, ...changes },
});
const check = (plan: RoutePlan, ground: Ground = flat, context = none, figures?: Partial<PlanFigures>) => {
  const route = resolvePlan(plan, ground);
  const own = checkPlan(plan, route, ground, context);
  if (!figures) return own.findings;
  return checkPlan(plan, route, ground, context, { figures: { ...own.figures, ...figures } }).findings;
};
const dock = '00000000-0000-4000-8000-000000000001';

describe('the clearance', () => {
  it('is kept where it is as wanted, and not a little below', () => {
    expect(check(settings({ clearance: 80 }))).toEqual([]);
    for (const wanted of [80.009, 80.01]) expect(check(settings({ clearance: wanted }))).toEqual([]);
    const low = check(settings({ clearance: 80.02 }));
    expect(low.length).toBeGreaterThan(1);
    expect(
      low.every(({ rule, level, unchecked }) => rule === 'clearance' && level === 'warning' && !unchecked),
    ).toBe(true);
  });

  it('is a collision below what stands there, and not at its top', () => {
    const rules = (top: number) =>
      new Set(
        check(
          good,
          groundOf(20, () => top),
        )
          .filter(({ leg }) => leg === '1→2')
          .map(({ rule, level }) => `${rule} ${level}`),
      );
    expect(rules(100)).toEqual(new Set(['clearance warning']));
    expect(rules(100.1)).toEqual(new Set(['collision error']));
  });

  it('names what stands there and its layer, and nothing where that is the ground', () => {
    const valuesAt = (top: number | null, clearance = 20) =>
      check(
        settings({ clearance }),
        groundOf(20, () => top),
      ).find(({ leg }) => leg === '1→2')?.values;
    expect(valuesAt(90)).toEqual({ found: 10, min: 20, obstacle: 'WT-1', layer: 'Buildings' });
    // A model carries the ground too.
    expect(valuesAt(21, 90)).toEqual({ found: 79, min: 90 });
    expect(valuesAt(null, 90)).toEqual({ found: 80, min: 90 });
    // Another finding once it is 5 m worse.
    const keyAt = (clearance: number) => check(settings({ clearance })).find(({ leg }) => leg === '1→2')?.key;
    expect(keyAt(90)).toBe('clearance@p1>p2:80');
  });

  it('is not known where a layer could not be read, by the name of the layer', () => {
    const found = check(good, flat, { ...none, unreadLayers: ['Harbour'] });
    expect(found).toMatchObject([
      {
        rule: 'clearance',
        unchecked: true,
        field: 'Harbour',
        values: { missing: 'obstacles', layer: 'Harbour' },
      },
    ]);
  });

  it('is not known where the ground is not, with the share of it', () => {
    const dark = groundOf((place) => (place.lat > pointAt('', 0, 200).lat ? null : 20));
    const found = check(good, dark).find(({ rule, unchecked }) => rule === 'clearance' && unchecked);
    expect(found).toMatchObject({ leg: '1→2', values: { missing: 'terrain' } });
    expect(found?.place?.lat).toBeCloseTo(good.points[0]?.lat ?? 0, 9);
    expect(found?.values['share']).toBeGreaterThan(40);
    expect(found?.values['share']).toBeLessThan(95);
  });
});

describe('the flight', () => {
  it('comes home to a dock no lower than 20 m', () => {
    const rules = (changes: Partial<RoutePlan['settings']>) =>
      check(settings({ clearance: 0, ...changes }))
        .filter(({ rule }) => rule === 'returnHeight')
        .map(({ values }) => values['found']);
    expect(rules({ dockOID: dock, returnHeight: 20 })).toEqual([]);
    expect(rules({ dockOID: dock, returnHeight: 19.9 })).toEqual([19.9]);
    expect(rules({ dockOID: null, returnHeight: 19.9 })).toEqual([]);
  });

  it('stays within the reach of the dock to its last metre', () => {
    const reach = modelLimits(good.settings.drone)?.reach ?? 0;
    const found = (farthest: number | null) =>
      check(good, flat, none, { farthest }).map(({ rule, unchecked, values }) => [rule, unchecked, values]);
    expect(reach).toBeGreaterThan(1_000);
    expect(found(reach)).toEqual([]);
    expect(found(reach + 1)).toEqual([['reach', false, { found: reach + 1, max: reach }]]);
    expect(found(null)).toEqual([['reach', true, { missing: 'takeOff' }]]);
    // No dock is made for it, so that it has none to stay within the reach of.
    const free = settings({ drone: '0-99-1', payload: { type: 89, position: 0 } });
    expect(check(free).map(({ rule }) => rule)).not.toContain('reach');
  });

  it('is refused by its battery alone where it is one, and told in how many where it is several', () => {
    const part = (share: number, first: number) => ({
      stretches: [{ line: 0, first, last: first + 1 }],
      seconds: 600,
      share,
    });
    const found = (battery: Partial<PlanFigures['battery']>) => {
      const { battery: own } = checkPlan(good, resolvePlan(good, flat), flat, none).figures;
      return check(good, flat, none, { battery: { ...own, ...battery } }).map(
        ({ rule, points, place, values }) => {
          if (rule === 'battery') expect(values['max']).toBe(75);
          return [rule, points, place === null, values['found']];
        },
      );
    };
    expect(found({ enough: true, share: 2, flights: [part(1.2, 0), part(0.8, 1)] })).toEqual([]);
    expect(found({ enough: false, share: 1.201, flights: [part(1.2, 0)] })).toEqual([
      ['battery', ['p1'], false, 121],
    ]);
    // The leg that no battery flies, else where the first one is empty.
    expect(found({ enough: false, share: 1.2, flights: [part(0.5, 0), part(0.9, 1)] })).toEqual([
      ['battery', ['p2'], false, 120],
      ['flights', [], true, 2],
    ]);
    expect(found({ enough: false, share: 1.2, flights: [part(0.6, 0), part(0.75, 1)] })).toEqual([
      ['battery', ['p2'], false, 120],
      ['flights', [], true, 2],
    ]);
    expect(found({ enough: false, share: 1.2, flights: [part(0.75, 0), part(0.6, 1)] })[0]?.[1]).toEqual([
      'p2',
    ]);
    expect(found({ enough: false, share: 1.2, flights: [] })).toEqual([['battery', [], true, 120]]);
  });
});

it('errors come before what only warns, whichever was found first', () => {
  const points = [...good.points, pointAt('p4', 200.2, 300), pointAt('p5', 0, 9_900)];
  const found = check({ ...good, points });
  expect(found.map(({ level }) => level)).toEqual(['error', 'warning', 'notice']);
  expect(found.map(({ rule }) => rule)).toEqual(['battery', 'position', 'flights']);
});

describe('regions', () => {
  const region = (more: Partial<GateRegion> = {}, east = 0, north = 200, half = 20): GateRegion => ({
    name: 'School',
    kind: 'noFly',
    zone: zoneOf({
      type: 'polygon',
      rings: [
        [
          pointAt('', east - half, north - half),
          pointAt('', east + half, north - half),
          pointAt('', east + half, north + half),
          pointAt('', east - half, north + half),
        ],
      ],
    })!,
    floor: null,
    ceiling: null,
    heightReference: 'ground',
    validFrom: null,
    validUntil: null,
    ...more,
  });
  const rules = (one: GateRegion, context: Partial<CheckContext> = {}, ground = flat) =>
    check(good, ground, { regions: [one], ...context }).map(
      ({ rule, leg, unchecked }) => `${rule} ${leg}${unchecked ? ' unchecked' : ''}`,
    );

  it('are judged by heights above the sea where they say so', () => {
    const sea = { heightReference: 'sea', ceiling: 90 } as const;
    expect(rules(region(sea))).toEqual([]);
    expect(rules(region({ ...sea, ceiling: 110 }))).toEqual(['insideNoFly 1→2']);
    expect(rules(region({ ...sea, ceiling: null, floor: 110 }))).toEqual([]);
  });

  it('that count from the ground see the lowest and the highest place of a leg', () => {
    // A hill in the middle of the region brings the aircraft down to 30 m above it.
    const hill = groundOf((place) =>
      Math.abs(place.lat - pointAt('', 0, 200).lat) < pointAt('', 0, 5).lat - pointAt('', 0, 0).lat ? 70 : 20,
    );
    expect(rules(region({ ceiling: 40 }), {}, hill)).toContain('insideNoFly 1→2');
    expect(rules(region({ ceiling: 40 }))).toEqual([]);
    expect(rules(region({ floor: 60 }))).toEqual(['insideNoFly 1→2']);
    expect(rules(region({ floor: 81 }))).toEqual([]);
  });

  it('that count from the ground see a leg from its first place to its last, and nothing beyond', () => {
    const between = (from: number, to: number) =>
      groundOf(({ lat }) => (lat > pointAt('', 0, from).lat && lat < pointAt('', 0, to).lat ? 70 : 20));
    const atEnd = region({ ceiling: 40 }, 0, 290);
    expect(rules(atEnd, {}, between(297.5, 299.5))).toContain('insideNoFly 1→2');
    expect(rules(atEnd, {}, between(300.5, 304))).toEqual([]);
    const falling = {
      ...good,
      points: good.points.map((one) => (one.id === 'p2' ? { ...one, height: 30 } : one)),
    };
    expect(check(falling, flat, { regions: [atEnd] }).map(({ rule, leg }) => `${rule} ${leg}`)).toContain(
      'insideNoFly 1→2',
    );
  });

  it('are not checked where the height of the aircraft is not known', () => {
    const route = resolvePlan(good, flat);
    const whole = flightPath(good, route, flat);
    const said = (change: (leg: PathLeg) => Partial<PathLeg>, one: GateRegion) =>
      checkPlan(
        good,
        route,
        flat,
        { regions: [one] },
        { path: whole.map((leg) => (leg.name === '1→2' ? { ...leg, ...change(leg) } : leg)) },
      )
        .findings.filter(({ rule }) => rule === 'insideNoFly')
        .map(({ leg, unchecked, values }) => [leg, unchecked, values['missing'], values['region']]);
    for (const heightReference of ['sea', 'ground'] as const)
      for (const end of ['from', 'to'] as const)
        expect(
          said(
            (leg) =>
              end === 'from' ? { from: { ...leg.from, sea: null } } : { to: { ...leg.to, sea: null } },
            region({ heightReference, ceiling: 30 }),
          ),
        ).toEqual([['1→2', true, 'terrain', 'School']]);
  });

  it('hold without a time, and from their first to their last moment', () => {
    const timed = region({ validFrom: 2_000, validUntil: 3_000 });
    expect(rules(timed)).toEqual(['insideNoFly 1→2']);
    expect(rules(timed, { from: 0, until: 1_999 })).toEqual([]);
    expect(rules(timed, { from: 0, until: 2_001 })).toEqual(['insideNoFly 1→2']);
    expect(rules(timed, { from: 3_001, until: 4_000 })).toEqual([]);
  });

  it('forbid to land at the dock and at the place to land instead', () => {
    const harbour = region({ kind: 'noLanding' }, 900, 900);
    expect(rules(harbour)).toEqual([]);
    const alternate = pointAt('', 900, 900);
    expect(rules(harbour, { alternate })).toEqual(['landsInNoLanding ⚑']);
    expect(rules(region({ kind: 'noLanding' }, 0, 0), { alternate })).toEqual(['landsInNoLanding ⌂']);
  });
});
