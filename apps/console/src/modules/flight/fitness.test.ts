import type { DockRecord } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { freeTimes, checkDocks } from './fitness.ts';

const dock = (part: Partial<DockRecord>): DockRecord => ({
  oid: part.name ?? 'a',
  groupOID: 'g',
  groupRoot: 'g',
  groupName: '',
  name: 'a',
  sn: 'SN01',
  model: '3-2-0',
  vendor: 'DJI',
  online: true,
  workState: 'idle',
  lng: 113.95,
  lat: 22.54,
  height: 10,
  lastSeen: null,
  droneOID: 'd',
  droneSn: 'D1',
  droneName: 'D',
  droneModel: '0-91-1',
  windLimit: 12,
  firmware: null,
  insuranceCompany: null,
  policyNumber: null,
  insuranceUntil: null,
  maintenance: 'none',
  standing: 'inService',
  unfit: [],
  droneUnfit: [],
  airworthiness: 'fit',
  incomplete: [],
  grounded: false,
  bound: true,
  createdAt: 0,
  allowed: [],
  ...part,
});
const route = {
  droneModel: '0-91-1',
  droneModelName: 'Matrice 3TD',
  warnings: [],
  waypoints: [
    { lng: 113.96, lat: 22.55, height: 50, heightMode: 'relative' as const, speed: 5, actions: [] },
  ],
};
const whys = (part: Partial<DockRecord>, of: Parameters<typeof checkDocks>[1] = route) =>
  checkDocks([dock(part)], of)[0]?.unfit.map(({ why }) => why);

describe('judging docks for a route', () => {
  it('finds nothing against an idle dock online with the right aircraft', () => {
    expect(whys({})).toEqual([]);
  });
  it('names each thing in the way', () => {
    expect(whys({ online: false })).toEqual(['offline']);
    expect(whys({ workState: null })).toEqual(['unknown']);
    expect(whys({ workState: 'uncalibrated' })).toEqual(['busy']);
    expect(whys({ droneOID: null, maintenance: 'under' })).toEqual(['noDrone', 'maintenance']);
    expect(whys({ droneModel: '0-67-0' })).toEqual(['model']);
    expect(whys({}, { ...route, warnings: [{ code: 'height', blocking: true, values: {} }] })).toEqual([
      'routeBlocked',
    ]);
  });
  it('keeps who is not airworthy on the ground where the organisation does, and else only warns', () => {
    const part = { unfit: ['insuranceOver', 'carried'], droneUnfit: ['firmware'] } as const;
    const against = { why: 'airworthy', dock: ['insuranceOver'], drone: ['firmware'] };
    const judged = (grounded: boolean) =>
      checkDocks(
        [dock({ ...part, unfit: [...part.unfit], droneUnfit: [...part.droneUnfit], grounded })],
        route,
      )[0];
    expect(judged(true)).toMatchObject({ unfit: [against], warned: null });
    expect(judged(false)).toMatchObject({ unfit: [], warned: against });
    const [first] = checkDocks(
      [dock({ name: 'warned', unfit: ['insuranceOver'] }), dock({ name: 'well', lng: 114.5 })],
      route,
    );
    expect(first?.dock.name).toBe('well');
  });
  it('takes the model by key or by name, and asks nothing where either is unknown', () => {
    expect(whys({ droneModel: 'Matrice 3TD' })).toEqual([]);
    expect(whys({ droneModel: null })).toEqual([]);
    expect(whys({}, { ...route, droneModel: null, droneModelName: null })).toEqual([]);
  });
  it('puts able docks first, and the nearest of them before the others', () => {
    const judged = checkDocks(
      [
        dock({ name: 'offline', online: false, lng: 113.96, lat: 22.55 }),
        dock({ name: 'far', lng: 114.5 }),
        dock({ name: 'lost', lng: null }),
        dock({ name: 'near' }),
      ],
      route,
    );
    expect(judged.map((each) => each.dock.name)).toEqual(['near', 'far', 'lost', 'offline']);
    expect(judged[0]?.toStart).toBeCloseTo(1513.64, 1);
  });
});

it('says of a busy dock when it will be free, where its flight knows', () => {
  const flying = [
    { dockOID: 'a', state: 'inFlight', phase: 'onRoute', secondsLeft: 60 },
    { dockOID: 'b', state: 'inFlight', phase: 'preparing', secondsLeft: null },
    { dockOID: 'c', state: 'created', phase: 'waiting', secondsLeft: 60 },
    { dockOID: 'd', state: 'inFlight', phase: 'returning', secondsLeft: null },
    { dockOID: 'e', state: 'inFlight', phase: 'landing', secondsLeft: null },
    { dockOID: 'f', state: 'over', phase: 'over', secondsLeft: null },
  ] as const;
  const free = freeTimes(flying, 1_000);
  expect([...free]).toEqual([
    ['a', 361_000],
    ['d', 301_000],
    ['e', 301_000],
  ]);
  const busy = (oid: string) =>
    checkDocks([dock({ oid, workState: 'working' })], null, free)[0]?.unfit.find(({ why }) => why === 'busy');
  expect(busy('a')).toMatchObject({ freeAt: 361_000 });
  expect(busy('b')).toMatchObject({ freeAt: null });
});
