import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceMessage } from '@eyrie/dji';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDockGateway } from './dock.gateway.ts';
import { openDockLink } from './dock.link.ts';
import { dockIdentities } from './dock.store.ts';

let rooms: TestRooms;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

it('tells the broker of an aircraft again, and hears it, when the first word to the broker was lost', async () => {
  const oid = await createTestFlights(rooms.runtime).dock('gamma-operator');
  const [identity] = await dockIdentities(rooms.db, [oid]);
  const link = openDockLink(identity!, 1);
  const told: string[] = [];
  const heard: (string | null)[] = [];
  const gateway = createDockGateway(rooms.runtime, {
    dji: { appId: '', appKey: '', appLicense: '' },
    ntp: { host: '127.0.0.1', port: 123 },
    storageCredential: () => Promise.reject(new Error('not asked')),
    flightFile: async () => null,
    bindOnBroker: async (_dockSn, droneSn) => {
      told.push(droneSn);
      if (told.length === 1) throw new Error('the broker does not answer');
    },
    droneChanged: async ({ dock }) => void heard.push(dock.droneSn),
    droneGone: () => undefined,
  });
  const topology = {
    data: { sub_devices: [{ sn: 'DRONE1', domain: 0, type: 91, sub_type: 0, index: 'A' }] },
  } as unknown as DeviceMessage;
  await expect(gateway.topologyChanged(link, topology)).rejects.toThrow('does not answer');
  expect(link.droneInTopology).toBe(false);
  // The dock was not answered and says it again.
  await gateway.topologyChanged(link, topology);
  expect(told).toEqual(['DRONE1', 'DRONE1']);
  expect(heard).toEqual(['DRONE1']);
  expect(link).toMatchObject({ droneInTopology: true, dock: { droneSn: 'DRONE1' } });
});
