import { createHash, randomUUID } from 'node:crypto';
import { calls, type AreaDock, type GateItem } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, until } from '../testing/caller.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let live: LiveReader;
beforeAll(async () => {
  server = await startTestServer();
  live = await readLive(
    server.running.url,
    await signIn(server.running.url, 'admin', server.env.EYRIE_ADMIN_PASSWORD),
  );
});
afterAll(async () => {
  live?.stop();
  await server?.close();
});

const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
    ],
  ],
});
const areasOf = async (dockOID: string): Promise<AreaDock> =>
  (await server.call(calls.region.areas, { dockOID })).data.list[0] as AreaDock;
const untilState = (dockOID: string, state: AreaDock['state']): Promise<AreaDock> =>
  until(
    `areas ${state}`,
    () => areasOf(dockOID),
    (one) => one.state === state,
  );
const addRegion = async (part: object): Promise<string> =>
  (await server.call(calls.region.add, { name: '禁飞区A', kind: 'noFly', ...part })).data.oid as string;
/** How often a dock was asked to fetch its areas. */
const updates = (dock: DockClient): number => dock.services('flight_areas_update').length;
interface Offered {
  name: string;
  url: string;
  checksum: string;
  size: number;
}
const asked = async (dock: DockClient): Promise<{ result: number; output?: { files: Offered[] } }> =>
  (await dock.request('flight_areas_get', null)).data as never;
const progress = (dock: DockClient, status: string, file: Partial<Offered> = {}, more: object = {}) =>
  dock.askedEvent('flight_areas_sync_progress', {
    status,
    file: { name: file.name, checksum: file.checksum },
    ...more,
  });

it('regions reach an aircraft at rest as one file, a failure says why, and nothing is erased unasked', async () => {
  const { oid, dock } = await server.addDock();
  // Nobody has areas from us: every aircraft keeps what it has.
  expect(await asked(dock)).toEqual({ result: 0 });
  const out = await addRegion({ geometry: square(113, 22, 0.01) });
  await addRegion({
    kind: 'keepIn',
    name: '作业区',
    geometry: { type: 'Point', coordinates: [116.4, 39.9] },
    radius: 5_000,
  });
  expect(await asked(dock)).toEqual({ result: 0 });

  await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
  expect((await server.call(calls.region.sendAreas, { oids: [oid] })).data.list).toMatchObject([
    { state: 'pending' },
  ]);
  expect(updates(dock)).toBe(0);
  await dock.osdParts();
  await dock.waitForService('flight_areas_update');
  await untilState(oid, 'synchronising');

  const [file] = (await asked(dock)).output?.files ?? [];
  const bytes = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer());
  const hex = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  expect(file).toEqual({
    name: `geofence_${hex('md5')}.json`,
    url: expect.any(String),
    checksum: hex('sha256'),
    size: bytes.byteLength,
  });
  const { type, features } = JSON.parse(bytes.toString());
  expect([type, features]).toMatchObject([
    'FeatureCollection',
    [
      {
        id: `${out}-out-0`,
        geofence_type: 'nfz',
        geometry: { type: 'Polygon' },
        properties: { radius: 0, enable: true },
      },
      {
        geofence_type: 'dfence',
        geometry: { type: 'Point' },
        properties: { subType: 'Circle', radius: 5_000 },
      },
    ],
  ]);
  const [ring] = features[0].geometry.coordinates;
  expect(ring.at(-1)).toEqual(ring[0]);

  await progress(dock, 'wait_sync', file);
  await progress(dock, 'fail', file, { reason: 11 });
  expect(await untilState(oid, 'failed')).toMatchObject({ reason: 11, areas: 2 });
  await server.call(calls.region.sendAreas, { oids: [oid] });
  await dock.waitForService('flight_areas_update', 2);
  await untilState(oid, 'synchronising');
  await asked(dock);
  // Of another file it says nothing about ours.
  await progress(dock, 'synchronized', { name: 'geofence_other.json', checksum: 'x' });
  expect((await areasOf(oid)).state).toBe('synchronising');
  await progress(dock, 'synchronized', file);
  expect(await untilState(oid, 'done')).toMatchObject({ fileName: file?.name, areas: 2 });

  // What is left of them is sent by itself; when nothing is left a person decides.
  const { list } = (await server.call(calls.region.query, { pageSize: 10 })).data as {
    list: { oid: string }[];
  };
  await server.call(calls.region.remove, { oids: list.map((one) => one.oid) });
  await until(
    'nothing left',
    async () => (await dock.osdParts(), areasOf(oid)),
    (one) => one.state === 'nothingLeft',
  );
  expect(await asked(dock)).toEqual({ result: 0 });
  expect(await server.call(calls.region.sendAreas, { oids: [oid] })).toMatchObject({
    status: 409,
    data: { reason: 'areasEmpty' },
  });
  expect(await server.call(calls.region.eraseAreas, { oid, name: '别的机场' })).toMatchObject({
    status: 422,
  });
  expect(await server.call(calls.region.eraseAreas, { oid, name: '测试机场' })).toMatchObject({
    status: 200,
  });
  await until(
    'asked again',
    async () => (await dock.osdParts(), updates(dock)),
    (count) => count === 3,
  );
  expect(await asked(dock)).toEqual({ result: 0, output: { files: [] } });
  await progress(dock, 'synchronized');
  await untilState(oid, 'unmanaged');
  expect(await asked(dock)).toEqual({ result: 0 });
  const changes = live.heard.flatMap((one) =>
    one.name === 'regionBusiness' ? [(one.data as { change: string }).change] : [],
  );
  expect(new Set(changes)).toEqual(new Set(['added', 'deleted', 'areas']));
});

it('a region in the way of a leg keeps the aircraft on the ground, and says which', async () => {
  const { oid: dockOID, dock } = await server.addDock();
  const route = await server.uploadRoute();
  const flightOID = await server.addFlight(dockOID, route.oid);
  await server.untilReady(dock, flightOID);
  // Across the second leg of the route.
  const oid = await addRegion({ geometry: square(113.964, 22.545, 0.01) });
  const itemOf = async (name: string): Promise<GateItem | undefined> =>
    ((await server.call(calls.flight.gate, { oid: flightOID })).data.items as GateItem[]).find(
      (item) => item.item === name,
    );
  const blocked = { verdict: 'failed', blocks: true, reason: 'insideNoFly', value: '禁飞区A · 2→3' };
  expect(await itemOf('region')).toMatchObject(blocked);
  await dock.osdParts();
  const start = {
    oid: dockOID,
    key: randomUUID(),
    flightOID,
    epoch: await server.takeLease(dockOID),
    nonce: await server.nonceFor(dockOID, 'startJob'),
  };
  const refused = await server.call(calls.command.startJob, start);
  expect([refused.status, refused.data.reason]).toEqual([409, 'gateBlocked']);
  expect(dock.services('flighttask_prepare')).toEqual([]);
  // Heights over an unknown ground are compared with nothing: they block too, unless the organisation says otherwise.
  await server.call(calls.region.edit, { oid, floor: 500 });
  expect(await itemOf('region')).toMatchObject({ verdict: 'passed' });
  expect(await itemOf('regionHeight')).toMatchObject({
    verdict: 'notChecked',
    reason: 'groundUnknown',
    blocks: true,
  });
  await server.call(calls.region.edit, { oid, heightReference: 'sea' });
  expect(await itemOf('regionHeight')).toMatchObject({ verdict: 'passed' });
  await server.call(calls.region.edit, { oid, enabled: false });
  expect(await itemOf('region')).toMatchObject({ verdict: 'notChecked', reason: 'noRegions' });
});
