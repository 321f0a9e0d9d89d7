import type { DockClient } from '@eyrie/testing';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startRtmpCamera, type RtmpCamera } from '../../testing/rtmp-camera.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let camera: RtmpCamera | undefined;
let dock: DockClient;
let oid: string;
let videoId: string;
let speaking: NodeJS.Timeout | undefined;

beforeAll(async () => {
  server = await startTestServer();
  const added = await server.addDock();
  ({ oid, dock } = added);
  await dock.topology(true);
  const droneSn = `A${added.sn}`;
  videoId = `${droneSn}/81-0-0/normal-0`;
  const speak = async (): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd({ mode_code: 5 });
  };
  await speak();
  // Docks and aircraft say all the time that they are there.
  speaking = setInterval(() => void speak(), 1_000);
  const video = { video_index: 'normal-0', video_type: 'normal', switchable_video_types: ['wide', 'zoom'] };
  const eye = {
    camera_index: '81-0-0',
    available_video_number: 1,
    coexist_video_number_max: 1,
    video_list: [video],
  };
  await dock.state({
    live_capacity: {
      available_video_number: 1,
      coexist_video_number_max: 1,
      device_list: [{ sn: droneSn, camera_list: [eye] }],
    },
    live_status: [],
  });
  await dock.request('config', { config_type: 'json', config_scope: 'product' });
});
afterAll(async () => {
  clearInterval(speaking);
  camera?.stop();
  await server?.close();
});

const soon = (isSo: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(isSo, { timeout: promised(30_000), interval: 100 });

it('the server orders the picture of a flight, records it once it arrives, and lists it with the flight', async () => {
  const db = server.database.connection.kysely;
  const flightOID = await server.addFlight(oid, (await server.uploadRoute()).oid);
  await sql`update flight set state = 'inFlight', start_time = now() where oid = ${flightOID}::uuid`.execute(
    db,
  );
  const orders = () => dock.services('live_start_push').map(({ data }) => data as { url: string });
  await sql`update organisation set policy = policy || '{"recordFlights": true}'::jsonb`.execute(db);
  await soon(() => expect(orders()).toMatchObject([{ video_id: videoId }]));

  camera = startRtmpCamera(() => orders()[0]?.url ?? '');
  const parts = async (): Promise<number> =>
    (await sql`select 1 from video_recording_part`.execute(db)).rows.length;
  await soon(async () => expect(await parts()).toBeGreaterThan(1));
  await sql`update flight set state = 'over', outcome = 'done', end_time = now()`.execute(db);
  await soon(async () => {
    const { rows } = await sql`select flight_oid as flight, kind, metadata -> 'recording' ->> 'end' as end
      from media`.execute(db);
    expect(rows).toEqual([{ flight: flightOID, kind: 'video', end: 'flightOver' }]);
  });
  // Asked for once: what arrives is not asked for again.
  expect(orders()).toHaveLength(1);
});
