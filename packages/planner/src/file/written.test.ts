import type { PlanArea, PlanPoint, RoutePlan } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { buildKmz, checkRouteFile } from '@eyrie/testing';
import { readKmz } from '@eyrie/wpml';
import { describe, expect, it } from 'vitest';
import { freshPlan } from '../fresh-plan.ts';
import { groundOf } from '../ground.fixture.ts';
import { home, planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { kmzOfRoute } from './kmz-of-route.ts';

const ground = groundOf(20);
const facts = { name: 'Route', author: 'test', createdAt: 1_714_564_800_000, undulation: () => -3.5 };

function fileOf(plan: RoutePlan, more: object = {}): Uint8Array {
  const resolved = resolvePlan(plan, ground);
  expect(resolved.faults).toEqual([]);
  return kmzOfRoute(resolved, plan, { ...facts, ...more });
}

const corner = (east: number, north: number) => destination(destination(home, 90, east), 0, north);
const square = [corner(0, 0), corner(300, 0), corner(300, 200), corner(0, 200)];
const area = (more: Partial<PlanArea>): Partial<RoutePlan> => ({
  area: { ...freshPlan('regional').area, parts: [{ outer: square, holes: [] }], ...more },
});
const everything: PlanPoint = {
  ...pointAt('p2', 60, 60),
  actions: [
    { type: 'startRecord', suffix: 'a&b' },
    { type: 'rotateYaw', heading: -170, clockwise: false },
    { type: 'gimbalRotate', pitch: -30, yaw: 90 },
    { type: 'zoom', factor: 5 },
    { type: 'focus', x: 0.4, y: 0.6 },
    { type: 'hover', seconds: 3 },
    { type: 'takePhoto', lenses: ['visable', 'ir'] },
    { type: 'panoShot' },
    { type: 'orientedShoot', heading: 45, pitch: -60, zoom: 2 },
    { type: 'interval', by: 'time', every: 2, until: 'p3' },
    { type: 'interval', by: 'distance', every: 20, until: 'p4' },
    { type: 'stopRecord' },
  ],
};
const points = [pointAt('p1', 0, 0), everything, pointAt('p3', 120, 0), pointAt('p4', 180, 60)];
const passing = { turnMode: 'coordinateTurn' } as const;
const interest = {
  interest: { ...freshPlan('poi').interest, centre: { ...corner(100, 100), height: 10 } },
};

const kinds: [name: string, plan: RoutePlan, lines: number][] = [
  ['points with every action', planWith(points), 1],
  [
    'points with passing turns above the sea',
    planWith(points, {}, { ...passing, heightMode: 'altitude' }),
    1,
  ],
  [
    'points above the ellipsoid that curve',
    planWith(points, {}, { turnMode: 'toPointAndPassWithContinuityCurvature', heightMode: 'ellipsoid' }),
    1,
  ],
  ['points that look at a place', planWith(points, interest, { headingMode: 'towardPOI' }), 1],
  ['an orbit', planWith([], { type: 'poi', ...interest }, { headingMode: 'towardPOI' }), 1],
  [
    'a spiral',
    planWith(
      [],
      { type: 'poi', interest: { ...interest.interest, pattern: 'spiral', rings: 3 } },
      { headingMode: 'towardPOI' },
    ),
    1,
  ],
  ['an area', planWith([], { type: 'regional', ...area({}) }), 1],
  [
    'an area with a hole',
    planWith([], {
      type: 'regional',
      ...area({ parts: [{ outer: square, holes: [[corner(100, 80), corner(160, 80), corner(160, 140)]] }] }),
    }),
    1,
  ],
  [
    'an area photographed by distance',
    planWith(
      [],
      { type: 'regionalMapping', ...area({}), photos: { mode: 'distance', interval: null } },
      { speed: 5 },
    ),
    1,
  ],
  [
    'an area photographed by time',
    planWith([], { type: 'regionalMapping', ...area({}), photos: { mode: 'time', interval: 3 } }),
    1,
  ],
  [
    'points photographed by distance',
    planWith(points, { type: 'waypointMapping', photos: { mode: 'distance', interval: 20 } }),
    1,
  ],
  [
    'a corridor',
    planWith([], { type: 'regional', ...area({ pattern: 'corridor', line: square.slice(0, 3) }) }),
    1,
  ],
  [
    'five oblique passes',
    planWith([], {
      type: 'regionalMapping',
      ...area({ pattern: 'oblique' }),
      photos: { mode: 'distance', interval: 25 },
    }),
    5,
  ],
  [
    'a facade',
    planWith([], { type: 'regional', ...area({ pattern: 'facade', line: square.slice(0, 2) }) }),
    1,
  ],
];

describe('a written file', () => {
  it.each(kinds)('of %s keeps every rule of the format', (_name, plan, lines) => {
    const bytes = fileOf(plan);
    expect(checkRouteFile(bytes)).toEqual([]);
    const read = readKmz(bytes);
    if (!read.ok) throw new Error(read.refusal.detail);
    expect(1 + read.route.moreLines.length).toBe(lines);
    expect(read.warnings.filter(({ blocking }) => blocking)).toEqual([]);
    expect(read.warnings.filter(({ code }) => code !== 'position')).toEqual([]);
  });

  it('is for the chosen aircraft, camera and version', () => {
    const bytes = fileOf(planWith(points), { drone: '0-67-1', payload: 53, version: '1.0.6' });
    const read = readKmz(bytes);
    expect(read.ok && read.route).toMatchObject({
      namespaceVersion: '1.0.6',
      droneEnumValue: 67,
      droneSubEnumValue: 1,
      payloads: [{ enumValue: 53 }],
    });
    const other = readKmz(fileOf(planWith(points), { drone: '0-99-1' }));
    expect(other.ok && other.route.payloads).toMatchObject([{ enumValue: 89 }]);
  });

  it('has the heights that the plan means', () => {
    const read = readKmz(fileOf(planWith(points, {}, { heightMode: 'altitude' })));
    expect(read.ok && read.route).toMatchObject({ executeHeightMode: 'WGS84', heightMode: 'EGM96' });
    expect(read.ok && read.route.waypoints[0]?.height).toBe(76.5);
    const looks = readKmz(fileOf(planWith(points, interest, { headingMode: 'towardPOI' })));
    expect(looks.ok && looks.route.waypoints[1]?.interest?.height).toBe(10);
  });
});

describe('the independent checker', () => {
  const change = (pattern: string | RegExp, to: string) => ({
    waylines: (xml: string) => xml.replace(pattern, to),
  });
  const rules = (recipe: Parameters<typeof buildKmz>[0]): string[] =>
    checkRouteFile(buildKmz(recipe)).map(({ rule }) => rule);

  it.each([
    ['a gap of indexes', change('<wpml:index>1<', '<wpml:index>4<'), 'index'],
    [
      'a place that both documents do not share',
      change('113.96,22.55', '113.97,22.55'),
      'documents differ in place',
    ],
    ['another height', change('executeHeight>80', 'executeHeight>81'), 'documents differ in height'],
    [
      'an early turn at an end',
      change(/toPointAndStopWithDiscontinuityCurvature/, 'coordinateTurn'),
      'turn at an end',
    ],
    ['too much speed', change('waypointSpeed>10', 'waypointSpeed>16'), 'speed'],
    ['a heading of 270', change('waypointHeadingAngle>0', 'waypointHeadingAngle>270'), 'heading angle'],
    ['an exponent', change('executeHeight>80', 'executeHeight>8e1'), 'number with an exponent'],
    [
      'another order',
      change(/(<wpml:waylineId>0<\/wpml:waylineId>)\s*(<wpml:distance>[^\n]*)/, '$2$1'),
      'element order',
    ],
    ['the same group twice', change('actionGroupId>1', 'actionGroupId>0'), 'group id'],
    ['an unknown lens', change('wide,zoom,ir', 'visible'), 'lens'],
    ['a file beside', { resources: { 'doc.kml': Uint8Array.of(1) } }, 'entry'],
  ])('finds %s', (_name, recipe, rule) => {
    expect(rules({ ...recipe })).toContain(rule);
    expect(rules({})).not.toContain(rule);
  });
});
