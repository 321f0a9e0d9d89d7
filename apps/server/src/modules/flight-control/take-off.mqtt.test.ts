import { randomUUID } from 'node:crypto';
import { calls, type GateItem } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const point = { lng: 113.951, lat: 22.54, height: 80, safeHeight: 60 } as const;
const takeOff = { ...point, rthAltitude: 100, lostAction: 'return', maxSpeed: 8 };

describe('a take-off to a point', () => {
  let server: TestServer;
  let routeOID: string;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid: routeOID } = await server.uploadRoute());
  });
  afterAll(() => server.close());

  /** A dock that would start any flight: the gate of one that waits says so, which is never started. */
  const readyDock = async () => {
    const { oid, dock } = await server.addDock();
    await server.untilReady(dock, await server.addFlight(oid, routeOID));
    return { oid, dock, epoch: await server.takeLease(oid) };
  };
  type Ready = Awaited<ReturnType<typeof readyDock>>;

  const order = async ({ oid, dock, epoch }: Ready, fields: object = takeOff, part: object = {}) => {
    const nonce = await server.nonceFor(oid, 'takeOff');
    await dock.osdParts();
    await dock.healthy();
    const request = { oid, key: randomUUID(), epoch, nonce, ...fields, ...part };
    return server.call(calls.command.takeOff, request);
  };
  const check = async ({ oid }: Ready, fields: object = takeOff) =>
    (await server.call(calls.flightControl.takeOffCheck, { oid, ...fields })).data as {
      ready: boolean;
      items: GateItem[];
      share: number;
    };
  const blockingAt = async (at: Ready, fields: object) =>
    (await check(at, fields)).items.filter(({ blocks }) => blocks).map(({ item }) => item);
  const progress = (dock: DockClient, id: string, status: string, result = 0) =>
    dock.event(
      'takeoff_to_point_progress',
      { flight_id: id, track_id: 't', status, result, remaining_distance: 200, remaining_time: 30 },
      { of: 'dock' },
    );
  const flies = async (dock: DockClient, differs: Record<string, unknown> = {}) => {
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
    await dock.droneOsd({ mode_code: 17, elevation: 60, height: 122.1, horizontal_speed: 8, ...differs });
  };
  const pilot = () => createPilot(server);
  const flightOf = async (oid: string) => (await server.call(calls.flight.get, { oid })).data;
  const flightsOn = async (dockOID: string) =>
    (await server.call(calls.flight.query, { pageNum: 1, pageSize: 20, dockOID })).data.list as {
      oid: string;
      takeOffTo: unknown;
    }[];
  const byHandOn = async (dockOID: string) =>
    (await flightsOn(dockOID)).filter(({ takeOffTo }) => takeOffTo !== null);

  it('is sent once with every height by its datum, and makes a record that ends by its dock’s word', async () => {
    const at = await readyDock();
    const sent = await order(at);
    expect(sent).toMatchObject({ status: 200, data: { state: 'accepted' } });
    const id = sent.data.commandOID as string;
    const services = at.dock.services('takeoff_to_point');
    expect(services).toHaveLength(1);
    expect(services[0]).toMatchObject({
      data: {
        flight_id: id,
        target_latitude: 22.54,
        target_longitude: 113.951,
        security_takeoff_height: 60,
        commander_flight_height: 60,
        commander_flight_mode: 1,
        commander_mode_lost_action: 1,
        rc_lost_action: 2,
        rth_altitude: 100,
        rth_mode: 1,
        max_speed: 8,
      },
    });
    const target = (services[0]?.data as { target_height: number } | undefined)?.target_height;
    // Above the ellipsoid: what the dock says that it stands at, and what was asked for above it.
    expect(target).toBeGreaterThan(80);
    await pilot().waitFlight(id, ({ state }) => state === 'inFlight');
    const record = await flightOf(id);
    expect(record).toMatchObject({
      taskOID: null,
      routeOID: null,
      takeOffTo: { ...point, maxSpeed: 8 },
      returnAltitude: 100,
      lostAction: 'return',
      allowed: ['forceEndJob', 'hold'],
    });
    const items = (record.gate as GateItem[]).map(({ item }) => item);
    expect(items).toEqual(
      expect.arrayContaining(['battery', 'region', 'terrain', 'heightLimit', 'dockIdle']),
    );
    expect(items).not.toContain('route');

    await progress(at.dock, id, 'task_ready');
    await at.dock.topology(true);
    await flies(at.dock);
    await progress(at.dock, id, 'wayline_progress');
    await pilot().waitCommand(id, 'succeeded');
    await pilot().waitFlight(id, ({ phase }) => phase === 'byHand');

    // On its way it is sent elsewhere, which replaces the way and not the flight.
    await flies(at.dock, { commander_flight_height: 60 });
    const nonce = await server.nonceFor(at.oid, 'flyTo');
    const elsewhere = { oid: at.oid, key: randomUUID(), epoch: at.epoch, nonce, maxSpeed: 8 };
    await flies(at.dock, { commander_flight_height: 60 });
    const flyTo = await server.call(calls.command.flyTo, {
      ...elsewhere,
      lng: 113.9515,
      lat: 22.5402,
      height: 90,
    });
    expect(flyTo).toMatchObject({ status: 200 });
    expect(at.dock.services('fly_to_point_update')).toHaveLength(1);
    expect(at.dock.services('fly_to_point')).toEqual([]);

    await progress(at.dock, id, 'wayline_ok');
    expect((await flightOf(id)).state).toBe('inFlight');
    await flies(at.dock, { mode_code: 9 });
    await pilot().waitFlight(id, ({ phase }) => phase === 'returning');
    await progress(at.dock, id, 'task_finish');
    await pilot().waitFlight(id, ({ outcome }) => outcome === 'done');
  });

  it('is one flight: none other begins while it flies, and no second one', async () => {
    const at = await readyDock();
    const id = (await order(at)).data.commandOID as string;
    await pilot().waitFlight(id, ({ state }) => state === 'inFlight');
    expect(await order(at)).toMatchObject({ status: 409, data: { reason: 'flightRunning' } });
    expect(at.dock.services('takeoff_to_point')).toHaveLength(1);
    expect(await byHandOn(at.oid)).toHaveLength(1);
  });

  it('has failed with its record when its dock refuses it, or cannot prepare it', async () => {
    const refused = await readyDock();
    refused.dock.answer('takeoff_to_point', { kind: 'reject', code: 319_024 });
    const answer = await order(refused);
    expect(answer).toMatchObject({ status: 502, data: { state: 'rejected' } });
    await pilot().waitFlight(answer.data.commandOID as string, ({ outcome }) => outcome === 'failed');

    const at = await readyDock();
    const id = (await order(at)).data.commandOID as string;
    await progress(at.dock, id, 'task_ready');
    await progress(at.dock, id, 'wayline_failed', 321_524);
    await pilot().waitFlight(id, ({ outcome }) => outcome === 'failed');
    await pilot().waitCommand(id, 'failed');
    expect((await flightOf(id)).outcomeReason).toBe('321524');
  });

  it('is not known where its dock is silent, keeps other starts off, and its progress tells', async () => {
    const at = await readyDock();
    at.dock.answer('takeoff_to_point', { kind: 'drop' });
    const ordered = order(at);
    const flight = await until(
      'record',
      async () => (await byHandOn(at.oid))[0],
      (one) => one !== undefined,
    );
    const id = flight?.oid ?? '';
    await progress(at.dock, id, 'task_ready');
    await pilot().waitFlight(id, ({ state }) => state === 'inFlight');
    await ordered;
    expect(at.dock.services('takeoff_to_point')).toHaveLength(1);
  });

  let oid: string | undefined;
  it.each([
    ['height', 2, 1.9],
    ['safeHeight', 20, 19],
    ['safeHeight', 60, 60.5],
    ['rthAltitude', 100, 1_501],
    ['rthAltitude', 100, 19],
    ['maxSpeed', 15, 0],
    ['lostAction', 'return', 'land'],
    ['lng', 113.951, 1e9],
    ['lat', 22.54, '22.54'],
    ['safeHeight', 60, null],
  ])('refuses %s beside %s by its name when it is %s, and sends nothing', async (field, _good, bad) => {
    oid ??= (await server.addDock()).oid;
    const refused = await server.call(calls.command.takeOff, {
      oid,
      key: randomUUID(),
      epoch: 1,
      ...takeOff,
      [field]: bad,
    });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused)).toContain(field);
  });

  it('asks for an idle dock, a confirmation and the lease', async () => {
    const at = await readyDock();
    const unconfirmed = await order(at, takeOff, { nonce: undefined });
    expect(unconfirmed).toMatchObject({ status: 409, data: { reason: 'confirmationMissing' } });
    expect((await order(at, takeOff, { epoch: at.epoch - 1 })).status).toBe(409);
    const nonce = await server.nonceFor(at.oid, 'takeOff');
    await at.dock.osdParts({ A: { mode_code: 2 } });
    const busy = { oid: at.oid, key: randomUUID(), epoch: at.epoch, nonce, ...takeOff };
    expect(await server.call(calls.command.takeOff, busy)).toMatchObject({
      status: 409,
      message: 'The airport must be idle',
    });
    expect(at.dock.services('takeoff_to_point')).toEqual([]);
    expect(await byHandOn(at.oid)).toEqual([]);
  });

  it.each([
    ['far beyond its battery', { lng: 114.9 }, 'battery'],
    ['above its height limit', { height: 1_400, rthAltitude: 1_450 }, 'heightLimit'],
    ['with a return lower than its point', { height: 120 }, 'returnAltitude'],
  ])('is judged as every flight is, and not sent %s', async (_, differs, item) => {
    const at = await readyDock();
    const refused = await order(at, { ...takeOff, ...differs });
    expect(refused).toMatchObject({ status: 409, data: { reason: 'gateBlocked' } });
    expect(await blockingAt(at, { ...takeOff, ...differs })).toContain(item);
    expect(at.dock.services('takeoff_to_point')).toEqual([]);
    expect(await byHandOn(at.oid)).toEqual([]);
  });

  it('is not sent through a region to stay out of', async () => {
    const at = await readyDock();
    const [lng, lat, half] = [113.95, 22.5395, 0.0003];
    const drawn = await server.call(calls.region.add, {
      name: '学校',
      kind: 'noFly',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [lng - half, lat - half],
            [lng + half, lat - half],
            [lng + half, lat + half],
            [lng - half, lat + half],
            [lng - half, lat - half],
          ],
        ],
      },
    });
    expect(drawn.status).toBe(200);
    const refused = await order(at);
    expect(refused).toMatchObject({ status: 409, data: { reason: 'gateBlocked' } });
    expect((await check(at)).items).toContainEqual(
      expect.objectContaining({ item: 'region', verdict: 'failed', value: '学校 · ⌂→1' }),
    );
    expect(at.dock.services('takeoff_to_point')).toEqual([]);
  });
});
