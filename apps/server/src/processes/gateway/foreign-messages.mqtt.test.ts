import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { droneOsd } from '@eyrie/testing';
import { until } from '../../testing/caller.ts';
import { createPilot, type Pilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let pilot: Pilot;
beforeAll(async () => {
  server = await startTestServer();
  pilot = createPilot(server);
});
afterAll(() => server.close());

type FlyingDock = Awaited<ReturnType<Pilot['flyingDock']>>;

const flightOf = async ({ flightOID }: FlyingDock) => {
  const { state, phase, progress, outcome } = (await server.call(calls.flight.get, { oid: flightOID })).data;
  return { state, phase, progress, outcome };
};
const exceptionsOf = async ({ oid }: FlyingDock): Promise<string[]> =>
  (await server.call(calls.flightError.query, { dockOID: oid })).data.list.map(
    ({ method, code }: { method: string; code: string }) => `${method} ${code}`,
  );
/** Serial numbers of the dock and its aircraft. */
const namesOf = ({ oid }: FlyingDock): Promise<{ sn: string; droneSn: string }> =>
  server.database.connection.kysely
    .selectFrom('dock')
    .innerJoin('drone', 'drone.dock_oid', 'dock.oid')
    .select(['dock.sn', 'drone.sn as droneSn'])
    .where('dock.oid', '=', oid)
    .executeTakeFirstOrThrow();
/** Its place as it was stored last. */
const placeOf = async ({ oid }: FlyingDock) => {
  const { drone_values: reported } = await server.database.connection.kysely
    .selectFrom('dock_snapshot')
    .select('drone_values')
    .where('dock_oid', '=', oid)
    .executeTakeFirstOrThrow();
  return { lat: reported['latitude'], lng: reported['longitude'], elevation: reported['elevation'] };
};

const job = (status: string, more: object = {}) => ({ result: 0, output: { status, ...more } });
/** Events of what the product does not use yet, as the documents show them. */
const events: readonly (readonly [method: string, data: unknown])[] = [
  ['poi_status_notify', { status: 'in_progress', reason: 3, circle_radius: 30, circle_speed: -5 }],
  ['fly_to_point_progress', { fly_to_id: randomUUID(), status: 'wayline_ok', result: 0, way_point_index: 1 }],
  ['takeoff_to_point_progress', { flight_id: randomUUID(), status: 'task_finish', result: 0 }],
  [
    'speaker_tts_play_start_progress',
    job('ok', { progress: { percent: 100, step_key: 'play' }, psdk_index: 2 }),
  ],
  ['psdk_widget_values', { psdk_index: '2', widget_values: [{ index: 0, value: '5' }] }],
  ['psdk_floating_window_text', { value: '$', psdk_index: 1 }],
  ['ota_progress', job('in_progress', { progress: { percent: '40', current_step: 'upgrading' } })],
  [
    'fileupload_progress',
    job('ok', { ext: { files: [{ module: '3', prgress: { percent: 100 }, end_ime: 1 }] } }),
  ],
  ['in_flight_wayline_progress', { status: 0, in_flight_wayline_id: 'x', way_point_index: 2 }],
  ['joystick_invalid_notify', { reason: 2 }],
  ['drc_status_notify', { result: 0, drc_state: 2 }],
  ['device_exit_homing_notify', { sn: 'x', action: 0, reason: '0' }],
  ['flight_areas_drone_location', { drone_locations: [{ area_distance: 1, is_in_area: false }] }],
  ['airsense_warning', [{ icao: 'B-5931', warning_level: 3, latitude: 12.23, longitude: 22.11 }]],
  ['flight_setup_exception_notify', { timeout_time: 2, flight_type: 1, flight_id: randomUUID() }],
  ['cloud_control_auth_notify', null],
];

it('what the product does not use yet is answered where a device waits, and changes nothing', async () => {
  const at = await pilot.flyingDock();
  const { dock } = at;
  const { sn } = await namesOf(at);
  // The share of the route is told by place, which may be taken after the phase.
  await pilot.waitFlight(at.flightOID, ({ progress }) => (progress ?? 0) > 0);
  const before = await flightOf(at);
  for (const [method, data] of events)
    expect((await dock.askedEvent(method, data)).data, method).toEqual({ result: 0 });
  const pushes = [
    { method: 'osd_info_push', timestamp: 1, data: { latitude: 1, longitude: 2, height: 9, mode_code: 0 } },
    { timestamp: 1, data: { attitude_head: 1, latitude: 1, longitude: 2, mode_code: 0 } },
    { method: 'hsi_info_push', data: { up_distance: 1, around_distance: [60_000, 4] } },
    { method: 'delay_info_push', data: { sdr_cmd_delay: 10, liveview_delay_list: [] } },
    { method: 'drc_drone_state_push', seq: 1, data: { mode_code: 14, stealth_state: 1 } },
    { method: 'heart_beat', seq: 1, data: { timestamp: 1 } },
  ];
  for (const push of pushes) await dock.raw(`thing/product/${sn}/drc/up`, JSON.stringify(push));
  // Without an envelope, as one page shows it.
  const bare = { method: 'in_flight_wayline_progress', status: 3, way_point_index: 7 };
  await dock.raw(`thing/product/${sn}/events`, JSON.stringify(bare));
  await dock.raw(
    `thing/product/${sn}/property/set_reply`,
    JSON.stringify({ tid: 'a', bid: 'b', data: { height_limit: { result: 0 } } }),
  );
  // The line is in order: what came before this answer has been taken.
  expect((await dock.askedEvent('nobody_wrote_this_down', {})).data).toEqual({ result: 0 });
  expect(await flightOf(at)).toEqual(before);
  expect(await exceptionsOf(at)).toEqual([]);
  expect(dock.services()).toEqual([]);
});

it('takes the topology of a remote controller where its pages put it, and answers where docks are answered', async () => {
  const at = await pilot.flyingDock();
  const { sn, droneSn } = await namesOf(at);
  const tid = randomUUID();
  await at.dock.raw(
    `thing/product/${sn}/status`,
    JSON.stringify({
      tid,
      bid: tid,
      method: 'update_topo',
      data: { type: 3, sub_type: 0, sub_devices: [{ sn: droneSn, type: 91, sub_type: 1 }] },
    }),
  );
  const reply = await at.dock.waitFor(
    (message) => message.topic.endsWith('/status_reply') && message.tid === tid,
  );
  expect(reply).toMatchObject({
    topic: `sys/product/${sn}/status_reply`,
    data: { result: 0 },
  });
});

it('no place that an aircraft cannot be at is kept, and what came with it is', async () => {
  const at = await pilot.flyingDock();
  const { latitude, longitude } = droneOsd as unknown as { latitude: number; longitude: number };
  const near = { lat: latitude, lng: longitude + at.dock.east };
  const reported = (place: object, elevation: number) =>
    at.dock.droneOsd({ mode_code: 5, horizontal_speed: 8, ...place, elevation });
  await reported({}, 51);
  await until(
    'kept',
    () => placeOf(at),
    (place) => place.elevation === 51,
  );
  for (const [place, elevation] of [
    [{ latitude: longitude, longitude: latitude }, 52],
    [{ latitude: latitude + 3 }, 53],
    [{ longitude: 181 }, 54],
  ] as const) {
    await reported(place, elevation);
    const kept = await until(
      'kept',
      () => placeOf(at),
      (one) => one.elevation === elevation,
    );
    expect(kept).toEqual({ ...near, elevation });
  }
  await reported({ latitude: latitude + 0.001 }, 55);
  expect(
    await until(
      'kept',
      () => placeOf(at),
      (one) => one.elevation === 55,
    ),
  ).toMatchObject({
    lat: latitude + 0.001,
  });
});
