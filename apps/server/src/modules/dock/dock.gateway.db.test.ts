import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceMessage } from '@eyrie/dji';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDockGateway, type DockGatewayDependencies } from './dock.gateway.ts';
import { openDockLink, type DockLink } from './dock.link.ts';
import { dockIdentities } from './dock.store.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

const named = (sn: string): DeviceMessage =>
  ({
    data: { sub_devices: [{ sn, domain: 0, type: 91, sub_type: 0, index: 'A' }] },
  }) as unknown as DeviceMessage;

const opened = (given: Partial<DockGatewayDependencies> = {}) => {
  const heard: (string | null)[][] = [];
  const gateway = createDockGateway(rooms.runtime, {
    dji: { appId: '', appKey: '', appLicense: '' },
    ntp: { host: '127.0.0.1', port: 123 },
    storageCredential: () => Promise.reject(new Error('not asked')),
    flightFile: async () => null,
    flightAreas: async () => null,
    bindOnBroker: async () => undefined,
    dronesChanged: async (links) => void heard.push(links.map(({ dock }) => dock.droneSn)),
    droneGone: () => undefined,
    binding: { check: async () => null, bind: async () => null, codeOf: {} },
    came: () => undefined,
    ...given,
  });
  return { gateway, heard };
};

const links = async (count: number): Promise<DockLink[]> => {
  const make = createTestFlights(rooms.runtime);
  const oids: string[] = [];
  for (let made = 0; made < count; made += 1) oids.push(await make.dock('gamma-operator'));
  const identities = await dockIdentities(rooms.db, oids);
  return oids.map((oid) =>
    openDockLink(
      identities.find((one) => one.oid === oid)!,
      1,
    ),
  );
};

it('tells the broker of an aircraft again, and hears it, when the first word to the broker was lost', async () => {
  const [link] = await links(1);
  const reported: string[] = [];
  const { gateway, heard } = opened({
    bindOnBroker: async (bindings) => {
      reported.push(...bindings.map(({ droneSn }) => droneSn));
      if (reported.length === 1) throw new Error('the broker does not answer');
    },
  });
  await expect(gateway.topologyChanged(link!, named('DRONE1'))).rejects.toThrow('does not answer');
  expect(link!.droneInTopology).toBe(false);
  // The dock was not answered and says it again.
  await gateway.topologyChanged(link!, named('DRONE1'));
  expect(reported).toEqual(['DRONE1', 'DRONE1']);
  expect(heard).toEqual([['DRONE1']]);
  expect(link).toMatchObject({ droneInTopology: true, dock: { droneSn: 'DRONE1' } });
});

it('binds the aircraft of many docks at once, and of two docks that name one only to the first', async () => {
  const [a, b, c, d] = await links(4);
  const { gateway, heard } = opened();
  await gateway.topologyChanged(d!, named('MANY4'));
  await Promise.all([
    gateway.topologyChanged(a!, named('MANY1')),
    gateway.topologyChanged(b!, named('MANY2')),
    gateway.topologyChanged(c!, named('MANY1')),
    // Another aircraft of a known model: the one before it is behind no dock any more.
    gateway.topologyChanged(d!, named('MANY5')),
  ]);
  expect([a, b, c, d].map((link) => link!.dock.droneSn)).toEqual(['MANY1', 'MANY2', null, 'MANY5']);
  expect([a, b, c, d].map((link) => link!.droneInTopology)).toEqual([true, true, false, true]);
  expect(heard).toEqual([['MANY4'], ['MANY1', 'MANY2', 'MANY5']]);
  const rows = await rooms.db
    .selectFrom('drone')
    .select(['sn', 'dock_oid'])
    .where('sn', 'like', 'MANY%')
    .orderBy('sn')
    .execute();
  expect(rows).toEqual([
    { sn: 'MANY1', dock_oid: a!.dock.oid },
    { sn: 'MANY2', dock_oid: b!.dock.oid },
    { sn: 'MANY4', dock_oid: null },
    { sn: 'MANY5', dock_oid: d!.dock.oid },
  ]);
});

it('takes the later of two words of one dock, also when both wait to be bound', async () => {
  const [link] = await links(1);
  const { gateway } = opened();
  await Promise.all([
    gateway.topologyChanged(link!, named('LATER1')),
    gateway.topologyChanged(link!, named('LATER2')),
  ]);
  expect(link!.dock.droneSn).toBe('LATER2');
});

it('binds the others when one of those that are bound together cannot be', async () => {
  const [good, bad] = await links(2);
  const { gateway } = opened({
    bindOnBroker: async (bindings) => {
      if (bindings.some(({ sn }) => sn === bad!.dock.sn)) throw new Error('the broker does not take it');
    },
  });
  const outcomes = await Promise.allSettled([
    gateway.topologyChanged(good!, named('ALONE1')),
    gateway.topologyChanged(bad!, named('ALONE2')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect([good, bad].map((link) => link!.dock.droneSn)).toEqual(['ALONE1', null]);
});
