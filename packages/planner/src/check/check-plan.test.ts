import type { RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { pointsOfRoute } from '../edit/index.ts';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import {
  check,
  find,
  flat,
  good,
  none,
  region,
  rulesOf,
  settings,
  square,
  withActions,
} from './check.fixture.ts';
import { checkPlan } from './check-plan.ts';
import type { PlanFinding } from './finding.ts';
import type { RuleName } from './rules.ts';

describe('the checks of a plan', () => {
  it('have nothing to say about a good one', () => {
    expect(check(good)).toEqual([]);
  });

  const broken: [RuleName, PlanFinding['level'], RoutePlan][] = [
    ['pointCount', 'error', { ...good, points: good.points.slice(0, 1) }],
    ['swapped', 'error', { ...good, points: [good.points[0]!, { ...good.points[1]!, lng: 22.5, lat: 114 }] }],
    [
      'damping',
      'error',
      {
        ...good,
        points: [
          good.points[0]!,
          { ...good.points[1]!, turnMode: 'coordinateTurn', damping: 250 },
          good.points[2]!,
        ],
      },
    ],
    ['position', 'warning', { ...good, points: [...good.points, pointAt('p4', 200.2, 300)] }],
    ['takeOffHeight', 'error', settings({ takeOffSecurityHeight: 3 })],
    ['gimbalRange', 'error', withActions({ type: 'gimbalRotate', pitch: -110 })],
    ['zoomRange', 'error', withActions({ type: 'zoom', factor: 100 })],
    ['lensMissing', 'warning', withActions({ type: 'takePhoto', lenses: ['narrow_band'] })],
    ['actionOrder', 'notice', withActions({ type: 'takePhoto' }, { type: 'gimbalRotate', pitch: -30 })],
    ['recordingOpen', 'warning', withActions({ type: 'startRecord' })],
    ['intervalEnd', 'error', withActions({ type: 'interval', by: 'distance', every: 20, until: 'p1' })],
    ['photoInterval', 'error', withActions({ type: 'interval', by: 'distance', every: 8, until: 'p3' })],
    ['photoTime', 'error', withActions({ type: 'interval', by: 'time', every: 0.6, until: 'p3' })],
    ['actionType', 'warning', withActions({ type: 'other', func: 'dance', params: {} })],
    ['payloadModel', 'warning', settings({ payload: { type: 52, position: 0 } })],
    ['payloadUnknown', 'warning', settings({ drone: '0-89-0', payload: { type: null, position: 0 } })],
    ['droneUnknown', 'warning', settings({ drone: null })],
    [
      'ceiling',
      'error',
      settings(
        { heightMode: 'altitude' },
        good.points.map((point) => ({ ...point, height: 4_500 })),
      ),
    ],
    ['wind', 'warning', settings({ wind: { speed: 14, from: 0 } })],
    ['wind', 'warning', settings({ speed: 12, wind: { speed: 11, from: 0 } })],
    [
      'battery',
      'error',
      { ...good, points: [...good.points, pointAt('p4', 0, 9_900), pointAt('p5', 0, 100)] },
    ],
    ['reach', 'warning', { ...good, points: [...good.points, pointAt('p4', 0, 10_500)] }],
    ['takeOffMissing', 'notice', settings({ takeOff: null })],
  ];
  it.each(broken)('find %s', (rule, level, plan) => {
    expect(find(check(plan), rule)).toMatchObject({ level, unchecked: false });
  });

  describe('the battery', () => {
    const outer = [
      pointAt('', 100, 100),
      pointAt('', 700, 100),
      pointAt('', 700, 600),
      pointAt('', 100, 600),
    ];
    const area = (ratedMinutes: number): RoutePlan => {
      const plan = planWith([], { type: 'regionalMapping' }, { height: 60, ratedMinutes });
      const parts = [{ outer: outer.map(({ lng, lat }) => ({ lng, lat })), holes: [] }];
      return { ...plan, area: { ...plan.area, direction: 90, parts } };
    };
    /** The same lines as points by hand, as a file gives them back. */
    const asPoints = (plan: RoutePlan) => pointsOfRoute(plan, resolvePlan(plan, flat));
    const said = (plan: RoutePlan) =>
      check(plan)
        .filter(({ rule }) => rule === 'battery' || rule === 'flights')
        .map(({ rule, level, values }) => ({ rule, level, found: values['found'] }));

    it('that does not fly all of it is one error, of an area as of its own file', () => {
      const plan = area(20);
      const of = said(plan);
      expect(of.map(({ rule, level }) => `${rule} ${level}`)).toEqual(['battery error', 'flights notice']);
      expect(of[0]?.found).toBeGreaterThan(75);
      const again = said(asPoints(plan));
      expect(again.map(({ rule, level }) => `${rule} ${level}`)).toEqual(['battery error', 'flights notice']);
      expect(Math.abs(Number(again[0]?.found) - Number(of[0]?.found))).toBeLessThanOrEqual(1);
    });

    it('that flies all of it is not spoken of', () => {
      const plan = area(120);
      expect([said(plan), said(asPoints(plan))]).toEqual([[], []]);
    });
  });

  it('refuse 9 and 10 m at 10 m/s and let 10.1 be', () => {
    const rules = (every: number) => {
      const plan = withActions({ type: 'interval', by: 'distance', every, until: 'p3' });
      return rulesOf(check({ ...plan, settings: { ...plan.settings, speed: 10 } }));
    };
    expect([rules(9), rules(10), rules(10.1)]).toEqual([['photoInterval'], ['photoInterval'], []]);
  });

  it('see a hill on a leg, on the way home and between the dock and a point', () => {
    const ridge = (height: number, from: number, to: number) =>
      groundOf((place) =>
        place.lat > pointAt('', 0, from).lat && place.lat < pointAt('', 0, to).lat ? height : 20,
      );
    const low = find(check(good, ridge(85, 180, 220)), 'clearance');
    expect(low).toMatchObject({
      leg: '1→2',
      points: ['p1', 'p2'],
      values: { found: 15, min: 20 },
      fix: 'raiseLeg',
      level: 'warning',
    });
    expect(low!.place!.lat).toBeGreaterThan(good.points[0]!.lat);
    expect(find(check(good, ridge(110, 180, 220)), 'collision')).toMatchObject({
      level: 'error',
      leg: '1→2',
    });
    // 100 m above a dock at 20 m.
    expect(find(check(good, ridge(105, 40, 60)), 'returnClearance')).toMatchObject({ leg: '3→⌂' });
    const behind = check(
      settings(
        { clearance: 0 },
        good.points.map((point) => ({ ...point, height: 30 })),
      ),
      ridge(60, 20, 40),
    );
    expect(find(behind, 'linkSight')).toMatchObject({ count: 3, level: 'warning' });
    expect(
      rulesOf(
        check(
          good,
          groundOf(20, () => 85),
        ),
      ),
    ).toContain('clearance');
  });

  it('name every rule that could not be checked', () => {
    const dark = check(
      good,
      groundOf((place) => (place.lat > pointAt('', 0, 250).lat ? null : 20)),
      {},
    );
    const unchecked = dark
      .filter((one) => one.unchecked)
      .map(({ rule, values }) => [rule, values['missing']]);
    expect(unchecked).toEqual([
      ['clearance', 'terrain'],
      ['insideNoFly', 'regions'],
      ['linkSight', 'terrain'],
    ]);
    expect(dark.every(({ level, fix }) => level === 'warning' && fix === null)).toBe(true);
  });

  it('name what an unknown take-off point or model leaves open', () => {
    const unknown = (plan: RoutePlan) =>
      check(plan)
        .filter((one) => one.unchecked)
        .map(({ rule, values }) => `${rule} ${values['missing']}`);
    expect(unknown(settings({ takeOff: null, heightMode: 'altitude' }))).toEqual([
      'linkSight takeOff',
      'battery takeOff',
      'reach takeOff',
    ]);
    const nobody = settings({
      drone: '0-1-0',
      payload: { type: null, position: 0 },
      wind: { speed: 5, from: 0 },
    });
    expect(unknown(nobody)).toEqual(['modelSpeed model', 'ceiling model', 'wind model', 'reach model']);
    const zooming = withActions({ type: 'zoom', factor: 3 }, { type: 'takePhoto', lenses: ['ir'] });
    const other = { ...zooming, settings: { ...zooming.settings, payload: { type: 7, position: 0 } } };
    expect(unknown(other)).toEqual(['zoomRange model', 'lensMissing model']);
    // Nobody makes a dock for it: there is no reach to stay within.
    expect(unknown(settings({ drone: '0-99-1', payload: { type: 89, position: 0 } }))).toEqual([]);
  });

  it('hold regions against every leg by itself, with height and time', () => {
    const inWay = region('noFly', [square(0, 200, 20)]);
    const found = check(good, flat, { regions: [inWay] }).filter(({ rule }) => rule === 'insideNoFly');
    expect(found.map(({ leg }) => leg)).toEqual(['1→2']);
    expect(found[0]).toMatchObject({ level: 'error', values: { region: 'School' }, points: ['p1', 'p2'] });
    // 80 m above the ground everywhere, which is known here.
    expect(check(good, flat, { regions: [{ ...inWay, ceiling: 60 }] })).toEqual([]);
    const dark = groundOf((place) => (place.lat > pointAt('', 0, 150).lat ? null : 20));
    expect(find(check(good, dark, { regions: [{ ...inWay, ceiling: 60 }] }), 'insideNoFly')).toMatchObject({
      unchecked: true,
    });
    const later = { ...inWay, validFrom: 2_000, validUntil: 3_000 };
    expect(check(good, flat, { regions: [later], from: 0, until: 1_000 })).toEqual([]);
    const out = check(good, flat, { regions: [region('keepIn', [square(0, 200, 150)])] });
    expect(rulesOf(out)).toContain('outsideKeepIn');
    const dock = check(good, flat, { regions: [region('noLanding', [square(0, 0, 10)])] });
    expect(find(dock, 'landsInNoLanding')).toMatchObject({ leg: '⌂' });
  });

  it('mark a self-crossing area at its crossing', () => {
    const plan = planWith([], { type: 'regional' });
    const outer = [pointAt('', 0, 0), pointAt('', 100, 100), pointAt('', 100, 0), pointAt('', 0, 100)].map(
      ({ lng, lat }) => ({ lng, lat }),
    );
    const crossed = { ...plan, area: { ...plan.area, parts: [{ outer, holes: [] }] } };
    const found = find(check(crossed), 'selfCrossing');
    expect(found?.place?.lat).toBeCloseTo(pointAt('', 50, 50).lat, 6);
    expect(found?.field).toBe('area.parts');
  });

  it('keep a plan that is wrong everywhere short', () => {
    const bad = {
      ...good,
      points: Array.from({ length: 5_000 }, (_, at) =>
        pointAt(`p${at}`, at * 3, 0, { actions: [{ type: 'zoom', factor: 190 }] }),
      ),
    };
    const route = resolvePlan(bad, flat);
    const { findings, omitted } = checkPlan(bad, route, flat, none);
    expect(findings.length).toBeLessThan(300);
    expect(omitted).toBeGreaterThan(4_000);
  });
});
