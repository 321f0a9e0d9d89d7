import { describe, expect, it } from 'vitest';
import { gateDefaults } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { openDockLink, statusOf, type DockLink } from '../dock/index.ts';
import type { FlightJudgement } from '../route/index.ts';
import { changedSince } from './flight.judged.ts';
import { gateInputOf, routeTopOf, type GateCircumstances } from './flight.gate.ts';

const wall = 1_760_000_000_000;
const clock = { mono: () => 10_000, wall: () => wall };
const identity: DockLink['dock'] = {
  oid: 'd',
  sn: 'D1',
  model: '3-1-0',
  name: 'dock',
  vendor: 'DJI',
  kind: 'dock',
  groupRoot: 'r',
  groupOID: 'g',
  windLimit: 9,
  maintenance: 'none',
  insuranceUntil: null,
  bound: true,
  proved: true,
  droneOID: 'a',
  droneSn: 'A1',
  droneModel: '0-67-1',
};
const route: NonNullable<GateCircumstances['route']> = {
  duration: 600,
  height_mode: 'relative',
  max_height: 80,
  take_off_security_height: 20,
  warnings: [],
  drone_model: '0-67-1',
  waypoints: [],
};
const sub = (key: string, name = 'device_model_key') => ({ device_sn: 'A1', [name]: key });

const linkOf = (part: Partial<DockLink> = {}): DockLink => ({ ...openDockLink(identity, 1), ...part });
const heard = (data: Record<string, unknown>, at = 9_000, link = linkOf()): DockLink => ({
  ...link,
  dockSnapshot: mergeProperties(link.dockSnapshot, data, { at, source: 'osd' }).snapshot,
});
const inputOf = (link: DockLink, part: Partial<GateCircumstances> = {}) =>
  gateInputOf(clock, {
    link,
    flight: { return_altitude: 100, lost_action: 'return' },
    judged: null,
    changed: [],
    route,
    reviewed: true,
    otherFlight: null,
    series: null,
    licence: null,
    neighbours: { close: [] },
    unfit: [],
    approval: null,
    checklist: null,
    policy: gateDefaults,
    rules: [],
    ...part,
  });

describe('what the gate is given', () => {
  it('is nothing where nothing was heard, also with values from before a restart of the server', () => {
    const stored = linkOf();
    stored.dockSnapshot = { ...stored.dockSnapshot, values: { wind_speed: 3, sub_device: sub('0-67-1') } };
    for (const link of [linkOf(), stored])
      expect(inputOf(link)).toMatchObject({
        dock: null,
        ages: {},
        droneModel: null,
        batteryUse: 'placeUnknown',
        terrain: 'placeUnknown',
        heightLimit: null,
      });
    const then = heard({ mode_code: 0 }, 9_000, stored);
    expect(inputOf(then).dock).toMatchObject({ workState: 'idle', wind: null });
    expect(inputOf(then).ages).toEqual({ dockIdle: 1_000, clock: 1_000, dataAge: 1_000 });
  });

  it('has the health list of dock and aircraft, and the age of the dock’s', () => {
    const alarm = { code: '0x1', level: 2 } as DockLink['hms']['dock'][number];
    expect(inputOf(linkOf()).ages.health).toBeUndefined();
    expect(statusOf(linkOf(), 9_000).hmsHeard).toBe(false);
    const link = linkOf({ hmsAt: 8_500, hms: { dock: [alarm], drone: [{ ...alarm, code: '0x2' }] } });
    expect(statusOf(link, 9_000).hmsHeard).toBe(true);
    expect(inputOf(link)).toMatchObject({
      ages: { health: 1_500 },
      alarms: [{ code: '0x1' }, { code: '0x2' }],
    });
  });

  it('has the height limit as the aircraft last told it, however long it sleeps', () => {
    const awake = linkOf();
    awake.droneSnapshot = mergeProperties(
      awake.droneSnapshot,
      { height_limit: 120 },
      { at: 4_000, source: 'osd' },
    ).snapshot;
    expect(inputOf(awake)).toMatchObject({ heightLimit: 120, ages: { heightLimit: 6_000 } });
    const values = { height_limit: 150 };
    const asleep = linkOf({ droneLastSeenWall: wall - 3_600_000 });
    asleep.droneSnapshot = { ...asleep.droneSnapshot, values };
    expect(inputOf(asleep)).toMatchObject({ heightLimit: 150, ages: { heightLimit: 3_600_000 } });
    asleep.droneLastSeenWall = wall + 5;
    expect(inputOf(asleep).ages.heightLimit).toBe(0);
    asleep.droneLastSeenWall = null;
    expect(inputOf(asleep).ages.heightLimit).toBeUndefined();
    const silent = linkOf({ droneLastSeenWall: wall });
    expect(inputOf(silent)).toMatchObject({ heightLimit: null });
    expect(inputOf(silent).ages.heightLimit).toBeUndefined();
  });

  it('has the aircraft model by the dock’s own word', () => {
    expect(inputOf(heard({ sub_device: sub('0-67-0') }))).toMatchObject({
      droneModel: 'Matrice 30',
      routeModel: 'Matrice 30T',
    });
    expect(inputOf(heard({ sub_device: sub('0-67-1', 'product_type') })).droneModel).toBe('Matrice 30T');
    expect(inputOf(heard({ sub_device: sub('0-4711-0') })).droneModel).toBeNull();
    // Before its first osd the topology names it; a record that nobody told says nothing.
    expect(inputOf(linkOf({ droneInTopology: true })).droneModel).toBe('Matrice 30T');
    const unnamed = linkOf({ droneInTopology: true, dock: { ...identity, droneModel: null } });
    expect(inputOf(unnamed).droneModel).toBeNull();
    expect(inputOf(heard({ sub_device: sub('0-103-0') }), { route: null })).toMatchObject({
      routeModel: null,
      routeTop: null,
    });
  });

  it('knows push rods by the model matrix', () => {
    const of = (model: string) => inputOf(linkOf({ dock: { ...identity, model } })).putter;
    expect([of('3-1-0'), of('3-2-0'), of('3-3-0'), of('Own Dock')]).toEqual([
      'has',
      'none',
      'none',
      'unknown',
    ]);
  });

  it('takes the route as it was reviewed, with what blocks it', () => {
    expect(inputOf(linkOf()).checksumMatches).toBe(true);
    expect(inputOf(linkOf(), { reviewed: false }).checksumMatches).toBe(false);
    const warning = { code: 'x', values: {} };
    expect(
      inputOf(linkOf(), { route: { ...route, warnings: [{ ...warning, blocking: false }] } }).routeBlocked,
    ).toBeNull();
    expect(
      inputOf(linkOf(), { route: { ...route, warnings: [{ ...warning, blocking: true }] } }).routeBlocked,
    ).toMatchObject(warning);
  });

  it('takes maintenance and insurance from the book, and claims no regions', () => {
    const of = (maintenance: DockLink['dock']['maintenance']) =>
      inputOf(linkOf({ dock: { ...identity, maintenance, insuranceUntil: 7 } }));
    expect(of('none')).toMatchObject({
      maintenance: 'none',
      insuranceUntil: 7,
      regions: { region: { verdict: 'notChecked', reason: 'noRegions' }, heights: null },
      windLimit: 9,
      now: wall,
    });
    expect(of('awaiting').maintenance).toBe('awaiting');
    expect(of('under').maintenance).toBe('under');
  });
});

describe('what a flight needs', () => {
  const from = { lng: 116.4, lat: 39.9, height: 30 };
  const judged: FlightJudgement = {
    checksum: 'x',
    from,
    warnings: [],
    look: { layers: { A: '1' }, read: [], pending: [] },
    batteryUse: { share: 0.5, reserve: 0.25 },
    ground: { top: 42, complete: true },
    at: wall,
  };
  const at = (lat: number, height = 30) => heard({ longitude: 116.4, latitude: lat, height });
  const needsOf = (link: DockLink, part: Partial<GateCircumstances> = {}) => {
    const { batteryUse, terrain } = inputOf(link, { judged, ...part });
    return [batteryUse, terrain];
  };

  it('is what was found from where the dock stands', () => {
    const found = [judged.batteryUse, judged.ground];
    expect(needsOf(at(39.9))).toEqual(found);
    expect(needsOf(at(39.900_05))).toEqual(found);
  });

  it('is not known from another place, without a look, or where nobody knows the place', () => {
    expect(needsOf(at(39.901))).toEqual(['dockMoved', 'dockMoved']);
    expect(needsOf(at(39.9, 60))).toEqual(['dockMoved', 'dockMoved']);
    expect(needsOf(at(39.9), { judged: null })).toEqual(['notLooked', 'notLooked']);
    expect(needsOf(at(39.9), { judged: { ...judged, from: null } })).toEqual(['notLooked', 'notLooked']);
    expect(needsOf(linkOf())).toEqual(['placeUnknown', 'placeUnknown']);
  });

  it('has no ground where none was known', () => {
    const ground = { top: null, complete: false };
    for (const one of [ground, null])
      expect(needsOf(at(39.9), { judged: { ...judged, ground: one } })[1]).toBe('noTerrain');
  });

  it('is kept back by what was found from this dock, as by what was found of the route', () => {
    const battery = { code: 'battery', blocking: true, values: {} };
    expect(inputOf(at(39.9), { judged: { ...judged, warnings: [battery] } }).routeBlocked).toEqual(battery);
    expect(inputOf(at(39.9), { judged }).routeBlocked).toBeNull();
  });

  it('is older than a layer that is new or another one, and not than one that is gone', () => {
    const layer = (oid: string, stamp: string) => ({ oid, stamp, name: `${oid}!`, role: 'surface' as const });
    expect(changedSince(judged, [layer('A', '1')])).toEqual([]);
    expect(changedSince(judged, [layer('A', '2'), layer('B', '1')])).toEqual(['A!', 'B!']);
    expect(changedSince(null, [layer('A', '1')])).toEqual(['A!']);
    expect(changedSince(null, [])).toEqual([]);
  });
});

describe('the highest point of a route above take-off', () => {
  const top = (height_mode: string, dockHeight: number | null, lowest = 20) =>
    routeTopOf({ height_mode, max_height: 130, take_off_security_height: lowest }, dockHeight);
  it.each([
    ['relative', null, 130],
    ['relative', 50, 130],
    ['ellipsoid', 50, 80],
    ['ellipsoid', 0, 130],
    ['ellipsoid', null, null],
    ['altitude', 50, null],
    ['ground', 50, null],
  ])('%s over a dock at %s m: %s', (mode, dockHeight, expected) => {
    expect(top(mode, dockHeight)).toBe(expected);
  });
  it('is no less than the climb after take-off', () => {
    expect(top('ellipsoid', 125)).toBe(20);
    expect(top('relative', null, 140)).toBe(140);
  });
  it('rests on the height that the dock told', () => {
    const link = heard({ height: 30 });
    expect(inputOf(link, { route: { ...route, height_mode: 'ellipsoid' } }).routeTop).toBe(50);
    expect(inputOf(linkOf(), { route: { ...route, height_mode: 'ellipsoid' } }).routeTop).toBeNull();
  });
});
