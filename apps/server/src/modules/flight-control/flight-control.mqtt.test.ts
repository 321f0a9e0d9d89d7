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
    createPilot(server, '').waitCommand(commandOID, state);
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
    ['out of the reach of its battery', { lng: 114.2 }, 'gateBlocked'],
    ['above its height limit', { height: 600 }, 'gateBlocked'],
  ])('is not sent %s', async (_, differs, reason) => {
    await shows(hovering);
    const before = dock.services('fly_to_point').length;
    expect(await order({ ...point, ...differs })).toMatchObject({ status: 409, data: { reason } });
    expect(dock.services('fly_to_point')).toHaveLength(before);
  });
});
