import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** About 103 m north of where the aircraft of these tests is, as a rule. */
const away = 0.00093;

describe('a flight around a point', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let point: { lng: number; lat: number; height: number };

  const hovering = { mode_code: 17, elevation: 60, height: 122.1, horizontal_speed: 0, vertical_speed: 0 };
  /** Answers come in order: what was sent before is known then. */
  const shows = async (differs: Record<string, unknown> = {}): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd({ ...hovering, longitude: 113.951, latitude: 22.54, ...differs });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const enter = async (differs: object = {}) => {
    const epoch = await server.takeLease(oid);
    const nonce = await server.nonceFor(oid, 'poiEnter');
    const key = randomUUID();
    return server.call(calls.command.poiEnter, { oid, key, epoch, nonce, ...point, ...differs });
  };
  const going = async (method: 'poiSpeed' | 'poiExit', fields: object = {}) => {
    const epoch = await server.takeLease(oid);
    return server.call(calls.command[method], { oid, key: randomUUID(), epoch, ...fields });
  };
  const outcome = (commandOID: string, state: 'succeeded' | 'failed') =>
    createPilot(server).waitCommand(commandOID, state);
  const status = (word: string, differs: object = {}) =>
    dock.event(
      'poi_status_notify',
      { status: word, reason: 0, circle_radius: 103, circle_speed: 2, max_circle_speed: 8, ...differs },
      { of: 'dock' },
    );

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock('3-1-0'));
    await dock.topology(true);
    point = { lng: 113.951, lat: 22.54 + away, height: 10 };
  });
  afterAll(() => server.close());

  it('needs an aircraft in flight', async () => {
    await shows({ mode_code: 0 });
    expect(await enter()).toMatchObject({ status: 409, message: 'The drone must be in flight' });
    expect(await going('poiExit')).toMatchObject({
      status: 409,
      message: 'The current drone is not in flight',
    });
  });

  it('is ordered once with the height above the ellipsoid, goes on by the word of the device, and is ended', async () => {
    await shows();
    const found = await server.call(calls.flightControl.poiCheck, { oid, ...point });
    expect(found).toMatchObject({ status: 200, data: { ready: true, radius: expect.closeTo(103, -1) } });
    const sent = await enter();
    expect(sent).toMatchObject({ status: 200, data: { state: 'accepted' } });
    expect(dock.services('poi_mode_enter').map(({ data }) => data)).toEqual([
      { latitude: point.lat, longitude: point.lng, height: expect.closeTo(72.1, 6) },
    ]);
    await status('in_progress');
    await outcome(sent.data.commandOID as string, 'succeeded');
    await shows({ mode_code: 20, horizontal_speed: 2 });
    expect(await enter()).toMatchObject({ status: 409, data: { reason: 'orbitRuns' } });
    expect(await going('poiSpeed', { circleSpeed: -5 })).toMatchObject({ data: { state: 'succeeded' } });
    expect(dock.services('poi_circle_speed_set').at(-1)?.data).toEqual({ circle_speed: -5 });
    const ended = await going('poiExit');
    expect(ended.status).toBe(200);
    await shows();
    await shows();
    await outcome(ended.data.commandOID as string, 'succeeded');
    expect(await going('poiSpeed', { circleSpeed: 1 })).toMatchObject({ data: { reason: 'notOrbiting' } });
  });

  it('has failed when its device says so, and what it said before is of another one', async () => {
    await shows();
    await status('failed', { reason: 3 });
    const id = (await enter()).data.commandOID as string;
    expect((await server.call(calls.command.get, { oid: id })).data.state).toBe('accepted');
    await status('failed', { reason: 3 });
    await outcome(id, 'failed');
  });

  it('is left by hover', async () => {
    await shows({ mode_code: 20, horizontal_speed: 2 });
    const before = dock.services('poi_mode_exit').length;
    const key = randomUUID();
    expect((await server.call(calls.command.hover, { oid, key })).status).toBe(200);
    expect(dock.services('poi_mode_exit')).toHaveLength(before + 1);
    expect(dock.services('flighttask_pause')).toEqual([]);
  });

  it.each([
    ['too near', { lat: 22.540_01 }, {}, 'orbitRadius'],
    ['too far', { lat: 22.55 }, {}, 'orbitRadius'],
    [
      'beyond the limit of distance',
      {},
      { distance_limit_status: { state: 1, distance_limit: 50 } },
      'pointFar',
    ],
    ['above the limit of height', {}, { height_limit: 30 }, 'pointHigh'],
    ['below every ellipsoid', { height: -200 }, {}, 'pointHeight'],
    ['on the way home', {}, { mode_code: 9 }, 'returnRuns'],
  ])('is not flown %s', async (_, differs, shown, reason) => {
    await shows(shown);
    const before = dock.services('poi_mode_enter').length;
    expect(await enter(differs)).toMatchObject({ status: 409, data: { reason } });
    expect(dock.services('poi_mode_enter')).toHaveLength(before);
    await shows({ distance_limit_status: { state: 0, distance_limit: 50 }, height_limit: 500 });
  });

  it('is not flown through a region that nobody may enter', async () => {
    await shows();
    const before = dock.services('poi_mode_enter').length;
    const [west, east, south, north] = [-0.0014, -0.0006, 0.5, 1.5].map((one, index) =>
      index < 2 ? point.lng + one : 22.54 + away * one,
    );
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const added = await server.call(calls.region.add, { name: 'Tower', kind: 'noFly', geometry });
    if (added.status !== 200) throw new Error(JSON.stringify(added));
    expect(await enter()).toMatchObject({ status: 409, data: { reason: 'pointRegion' } });
    expect(dock.services('poi_mode_enter')).toHaveLength(before);
  });

  it('refuses values beyond their range by their names', async () => {
    await shows();
    for (const [field, bad] of [
      ['height', 1_501],
      ['lng', 181],
      ['lat', '22'],
    ] as const) {
      const refused = await enter({ [field]: bad });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused)).toContain(field);
    }
    expect((await going('poiSpeed', { circleSpeed: 15.1 })).status).toBe(422);
  });
});
