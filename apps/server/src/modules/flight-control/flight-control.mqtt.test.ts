import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('an aircraft that is sent to a point', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    await dock.topology(true);
  });
  afterAll(() => server.close());

  const hovering = {
    mode_code: 17,
    elevation: 60,
    height: 122.1,
    horizontal_speed: 0,
    vertical_speed: 0,
    commander_flight_height: 80,
  };
  /** Answers come in order: what was sent before is known then. */
  const shows = async (differs: Record<string, unknown>): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd(differs);
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const point = { lng: 113.951, lat: 22.54, height: 80, maxSpeed: 8 };
  const order = async (fields: object = point) => {
    const epoch = await server.takeLease(oid);
    const nonce = await server.nonceFor(oid, 'flyTo');
    return server.call(calls.command.flyTo, { oid, key: randomUUID(), epoch, nonce, ...fields });
  };
  const stop = async () => {
    const epoch = await server.takeLease(oid);
    return server.call(calls.command.flyToStop, { oid, key: randomUUID(), epoch });
  };
  const outcome = (commandOID: string, state: 'in_progress' | 'succeeded' | 'failed') =>
    createPilot(server).waitCommand(commandOID, state);
  const progress = (id: string, status: string, result = 0) =>
    dock.event(
      'fly_to_point_progress',
      { fly_to_id: id, status, result, remaining_distance: 40 },
      { of: 'dock' },
    );

  it('must be in flight', async () => {
    await shows({ mode_code: 0 });
    expect(await order()).toMatchObject({ status: 409, message: 'The drone must be in flight' });
    expect(await stop()).toMatchObject({ status: 409, message: 'The current drone is not in flight' });
    expect(dock.services('fly_to_point')).toEqual([]);
  });

  it('is asked for once, with the height above the ellipsoid, and has arrived by its own word', async () => {
    await shows(hovering);
    const sent = await order();
    expect(sent).toMatchObject({ status: 200, data: { state: 'accepted' } });
    const id = sent.data.commandOID as string;
    const [service, ...again] = dock.services('fly_to_point');
    expect(again).toEqual([]);
    expect(service).toMatchObject({
      data: {
        fly_to_id: id,
        max_speed: 8,
        points: [{ latitude: 22.54, longitude: 113.951, height: expect.closeTo(142.1, 6) }],
      },
    });
    await progress(id, 'wayline_progress');
    await outcome(id, 'in_progress');
    await progress(randomUUID(), 'wayline_ok');
    await shows({ ...hovering, horizontal_speed: 8 });
    expect((await server.call(calls.command.get, { oid: id })).data.state).toBe('in_progress');
    await progress(id, 'wayline_ok');
    await outcome(id, 'succeeded');
  });

  it('has failed when its device says so', async () => {
    await shows(hovering);
    const id = (await order()).data.commandOID as string;
    await progress(id, 'wayline_failed', 336_017);
    await outcome(id, 'failed');
  });

  it.each([
    ['out of the reach of its battery', { lng: 114.2 }, 'pointBattery', /^Battery 92 %; .* needs \d+ %$/],
    ['to the other side of the earth', { lng: -66.05, lat: -22.54 }, 'pointBattery', /^Battery 92 %/],
    ['above its height limit', { height: 501 }, 'pointHigh', /rises to 501 m; .* 500 m$/],
  ])('is not sent %s', async (_, differs, reason, message) => {
    await shows(hovering);
    const before = dock.services('fly_to_point').length;
    const refused = await order({ ...point, ...differs });
    expect(refused).toMatchObject({ status: 409, data: { reason } });
    expect(refused.message).toMatch(message);
    expect(dock.services('fly_to_point')).toHaveLength(before);
  });

  it('is not sent beyond its own limit of distance, on the way home, or while it flies a route', async () => {
    await shows({ ...hovering, distance_limit_status: { state: 1, distance_limit: 100 } });
    expect(await order()).toMatchObject({ status: 409, data: { reason: 'pointFar' } });
    await shows({ ...hovering, distance_limit_status: { state: 0, distance_limit: 100 }, mode_code: 9 });
    expect(await order()).toMatchObject({ status: 409, data: { reason: 'returnRuns' } });
  });

  it.each([
    ['height', 2, 1.9],
    ['height', 400, 1_501],
    ['maxSpeed', 1, 0],
    ['maxSpeed', 15, 16],
    ['maxSpeed', 8, 8.5],
    ['lng', 113.951, 180.1],
    ['lat', 22.54, -90.1],
    ['lng', 113.951, 1e9],
    ['height', 80, '80'],
    ['height', 80, null],
  ])('takes %s %s and refuses %s by its name', async (field, good, bad) => {
    await shows(hovering);
    const before = dock.services('fly_to_point').length;
    const refused = await order({ ...point, [field]: bad });
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused)).toContain(field);
    expect(dock.services('fly_to_point')).toHaveLength(before);
    expect((await order({ ...point, [field]: good })).status).toBe(200);
    expect(dock.services('fly_to_point')).toHaveLength(before + 1);
  });

  it('is sent to another point on its way, and the order before is replaced', async () => {
    await shows(hovering);
    const first = (await order()).data.commandOID as string;
    await progress(first, 'wayline_progress');
    await outcome(first, 'in_progress');
    await shows({ ...hovering, horizontal_speed: 8 });
    const second = (await order({ ...point, height: 90 })).data.commandOID as string;
    expect(dock.services('fly_to_point_update')).toHaveLength(1);
    expect(dock.services('fly_to_point_update')[0]?.data).not.toHaveProperty('fly_to_id');
    await shows({ ...hovering, horizontal_speed: 8 });
    await createPilot(server).waitCommand(first, 'superseded');
    // The end of the way under its first name says nothing of where it ended.
    await progress(first, 'wayline_ok');
    await shows({ ...hovering, horizontal_speed: 8 });
    expect((await server.call(calls.command.get, { oid: second })).data.state).toBe('accepted');
    const there = { ...hovering, latitude: point.lat, longitude: point.lng, elevation: 90, height: 152.1 };
    await shows(there);
    await shows(there);
    await outcome(second, 'succeeded');
  });

  it('stops on its way, by what it shows', async () => {
    await shows({ ...hovering, horizontal_speed: 8 });
    const stopping = await stop();
    expect(stopping).toMatchObject({ status: 200 });
    expect(dock.services('fly_to_point_stop')).toHaveLength(1);
    await shows(hovering);
    await shows(hovering);
    await outcome(stopping.data.commandOID as string, 'succeeded');
    await shows({ ...hovering, mode_code: 3 });
    expect(await stop()).toMatchObject({ status: 409, data: { reason: 'notFlyingTo' } });
  });

  it('goes to nobody who does not control the dock, nor without a confirmation', async () => {
    await shows(hovering);
    const before = dock.services('fly_to_point').length;
    const epoch = await server.takeLease(oid);
    const common = { oid, key: randomUUID(), ...point };
    expect(await server.call(calls.command.flyTo, { ...common, epoch })).toMatchObject({
      status: 409,
      data: { reason: 'confirmationMissing' },
    });
    const nonce = await server.nonceFor(oid, 'flyTo');
    const old = { ...common, key: randomUUID(), nonce, epoch: epoch - 1 };
    expect((await server.call(calls.command.flyTo, old)).status).toBe(409);
    expect(dock.services('fly_to_point')).toHaveLength(before);
  });

  it('is not sent through a region that was drawn while it hovers, nor home through one', async () => {
    const square = (lng: number, lat: number, half: number) => ({
      type: 'Polygon' as const,
      coordinates: [
        [
          [lng - half, lat - half],
          [lng + half, lat - half],
          [lng + half, lat + half],
          [lng - half, lat + half],
          [lng - half, lat - half],
        ],
      ],
    });
    await shows(hovering);
    const before = dock.services('fly_to_point').length;
    const drawn = await server.call(calls.region.add, {
      name: '学校',
      kind: 'noFly',
      geometry: square((113.949 + point.lng) / 2, (22.539 + point.lat) / 2, 0.0002),
    });
    expect(drawn.status).toBe(200);
    const refused = await order();
    expect(refused).toMatchObject({ status: 409, data: { reason: 'pointRegion' } });
    expect(refused.message).toContain('学校 · ✈→1');
    expect(dock.services('fly_to_point')).toHaveLength(before);
    // From beside it the way there is free, and the way home is not.
    await shows({ ...hovering, latitude: point.lat, longitude: point.lng + 0.002 });
    expect((await order()).message).toContain('学校 · 1→⌂');
    expect(dock.services('fly_to_point')).toHaveLength(before);
  });
});
