import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  readKmz,
  routeFigures,
  routeFileName,
  writeKmz,
  type PlannedWaypoint,
  type RoutePlan,
} from './index.ts';

const waypoints: PlannedWaypoint[] = [
  { lng: 113.95, lat: 22.54, height: 50, actions: [{ type: 'startRecord' }] },
  { lng: 113.9512345678, lat: 22.541, height: 60.25, turnMode: 'coordinateTurn', speed: 5, actions: [] },
  {
    lng: 113.952,
    lat: 22.54,
    height: 60,
    gimbalPitch: -45,
    actions: [
      { type: 'hover', seconds: 3 },
      { type: 'takePhoto', suffix: 'a&b' },
    ],
  },
  {
    lng: 113.95,
    lat: 22.53,
    height: 50,
    turnMode: 'coordinateTurn',
    actions: [{ type: 'rotateYaw', heading: 270 }, { type: 'stopRecord' }],
  },
];

const plan: RoutePlan = {
  name: 'Perimeter',
  author: '<张三 & "Ali">\u0001',
  drone: { enumValue: 91, subEnumValue: 1 },
  payload: { enumValue: 81, position: 0 },
  finishAction: 'goHome',
  exitOnRCLost: 'executeLostAction',
  lostAction: 'goBack',
  takeOffSecurityHeight: 30,
  transitionalSpeed: 12,
  returnHeight: 100,
  heightMode: 'relativeToStartPoint',
  speed: 8,
  waypoints,
  createdAt: 1_714_564_800_000,
  compression: 'deflated',
};

function read(changes: Partial<RoutePlan> = {}) {
  const result = readKmz(writeKmz({ ...plan, ...changes }));
  if (!result.ok) throw new Error(result.refusal.detail);
  return result;
}

function xml(name: 'template.kml' | 'waylines.wpml', changes: Partial<RoutePlan> = {}): string {
  return Buffer.from(unzipSync(writeKmz({ ...plan, ...changes }))[`wpmz/${name}`] ?? []).toString('utf8');
}

/** Names of the elements in the order they are opened, the first of each. */
function order(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/<(?:wpml:)?([A-Za-z]+)>/g), ([, name]) => name ?? ''))];
}

describe('a written route', () => {
  it('reads back as planned, without a warning', () => {
    const { route, warnings } = read();
    expect(warnings).toEqual([]);
    expect(route.waypoints.map(({ lng, lat, height }) => ({ lng, lat, height }))).toEqual(
      waypoints.map(({ lng, lat, height }) => ({ lng, lat, height })),
    );
    expect(route.waypoints.map((point) => point.speed)).toEqual([8, 5, 8, 8]);
    expect(route).toMatchObject({
      globalRTHHeight: 100,
      takeOffSecurityHeight: 30,
      droneEnumValue: 91,
      finishAction: 'goHome',
    });
  });

  it('states the length and time that the reader finds', () => {
    const { route } = read();
    const figures = routeFigures(route);
    expect(route.declaredDistance).toBeCloseTo(figures.length, 5);
    expect(route.declaredDuration).toBeCloseTo(figures.duration, 5);
  });

  it('turns early only between the ends, and leaves room for the neighbour', () => {
    const { route } = read();
    expect(route.waypoints.map((point) => point.damping)).toEqual([0, 10, 0, 0]);
    expect(route.waypoints[3]?.turnMode).toBe('toPointAndStopWithDiscontinuityCurvature');
    const near = waypoints.map((point, i) => ({
      ...point,
      lng: 113.95 + i * 1e-4,
      lat: 22.54,
      height: 50,
      turnMode: 'coordinateTurn' as const,
    }));
    const short = read({ waypoints: near });
    expect(short.warnings).toEqual([]);
    expect(short.route.waypoints[1]?.damping).toBeCloseTo(10.27 / 3, 1);
  });

  it('writes the camera angle as the first action and a heading of 270 as −90', () => {
    const { route } = read();
    expect(route.waypoints[2]?.gimbalPitch).toBe(-45);
    expect(route.waypoints[2]?.actions.map((action) => action.func)).toEqual([
      'gimbalRotate',
      'hover',
      'takePhoto',
    ]);
    expect(route.waypoints[2]?.actions[2]?.params).toMatchObject({
      fileSuffix: 'a&b',
      payloadLensIndex: 'visable,ir',
    });
    expect(route.waypoints[3]?.actions[0]?.params).toMatchObject({ aircraftHeading: '-90' });
  });

  it('keeps the element order of the format', () => {
    const mission = [
      'missionConfig',
      'flyToWaylineMode',
      'finishAction',
      'exitOnRCLost',
      'executeRCLostAction',
      'takeOffSecurityHeight',
      'globalTransitionalSpeed',
      'globalRTHHeight',
      'droneInfo',
      'droneEnumValue',
      'droneSubEnumValue',
      'payloadInfo',
      'payloadEnumValue',
      'payloadPositionIndex',
    ];
    const point = ['waypointHeadingParam', 'waypointTurnParam', 'useStraightLine', 'actionGroup'];
    const flown = [
      'Document',
      ...mission,
      'Folder',
      'templateId',
      'executeHeightMode',
      'waylineId',
      'distance',
      'duration',
      'autoFlightSpeed',
      'Placemark',
      'Point',
      'coordinates',
      'index',
      'executeHeight',
      'waypointSpeed',
      ...point,
    ];
    expect(order(xml('waylines.wpml')).filter((name) => flown.includes(name))).toEqual(flown);
    const planned = [
      'author',
      'createTime',
      'updateTime',
      ...mission,
      'Folder',
      'templateType',
      'templateId',
      'waylineCoordinateSysParam',
      'autoFlightSpeed',
      'globalHeight',
      'gimbalPitchMode',
      'globalWaypointHeadingParam',
      'globalWaypointTurnMode',
      'globalUseStraightLine',
      'Placemark',
      'payloadParam',
    ];
    expect(order(xml('template.kml')).filter((name) => planned.includes(name))).toEqual(planned);
  });

  it('escapes names and drops what XML cannot hold', () => {
    expect(xml('template.kml')).toContain('<wpml:author>&lt;张三 &amp; &quot;Ali&quot;&gt;</wpml:author>');
  });

  it('writes ellipsoidal heights for the aircraft and sea level for the planner', () => {
    expect(() => writeKmz({ ...plan, heightMode: 'WGS84' })).toThrow(RangeError);
    const { route } = read({ heightMode: 'WGS84', undulation: -2.5 });
    expect(route).toMatchObject({ executeHeightMode: 'WGS84', heightMode: 'EGM96' });
    expect(route.waypoints[0]?.height).toBe(50);
    expect(xml('template.kml', { heightMode: 'WGS84', undulation: -2.5 })).toContain(
      '<wpml:height>52.5</wpml:height>',
    );
  });

  it('is the same bytes for the same plan, stored and deflated', () => {
    expect(writeKmz(plan)).toEqual(writeKmz(structuredClone(plan)));
    expect(read({ compression: 'stored' }).route).toEqual(read().route);
    expect(writeKmz({ ...plan, compression: 'stored' }).length).toBeGreaterThan(writeKmz(plan).length);
  });

  it('never contains a number the format does not know', () => {
    const [first, second] = waypoints as [PlannedWaypoint, PlannedWaypoint];
    for (const bad of [Number.NaN, Infinity, 1e21]) {
      expect(() => writeKmz({ ...plan, waypoints: [first, { ...second, height: bad }] })).toThrow(RangeError);
    }
    const tiny = xml('waylines.wpml', { waypoints: [{ ...first, lng: 1e-9, lat: -1e-12 }, second] });
    expect(tiny).toContain('<coordinates>0.000000001,0</coordinates>');
    expect(() => writeKmz({ ...plan, waypoints: [first] })).toThrow(RangeError);
  });
});

it('a file name holds neither paths nor dots', () => {
  expect(routeFileName('../../a.b/c:d*')).toBe('_a_b_c_d_.kmz');
  expect(routeFileName('巡检 1')).toBe('巡检 1.kmz');
  expect(routeFileName('')).toBe('route.kmz');
});
