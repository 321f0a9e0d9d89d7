import { createHash, randomUUID } from 'node:crypto';
import { calls, gateSettable, type CallDeclaration, type GateItem } from '@eyrie/domain';
import { connectOpenDevice, type OpenDeviceClient } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { readLive, type LiveReader } from '../../testing/live-reader.ts';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('a dock of another vendor', () => {
  let server: TestServer;
  let live: LiveReader;
  let routeOID: string;
  const open: OpenDeviceClient[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    live = await readLive(server.running.url, await server.login());
    routeOID = (await server.uploadRoute()).oid;
  });
  afterAll(async () => {
    live?.stop();
    for (const device of open) await device.close();
    await server?.close();
  });

  /** A dock that was welcomed and says that it rests with its aircraft inside. */
  const ready = async () => {
    const sn = `V${randomUUID().slice(0, 8).toUpperCase()}`;
    const { groupOID } = server;
    const dock = { name: '自有机场', model: 'Nest 1', sn, groupOID, vendor: 'own' };
    const { oid, secret } = (await server.call(calls.dock.add, dock)).data as { oid: string; secret: string };
    const device = await connectOpenDevice({ url: server.running.mqtt, sn, secret, kind: 'dock' });
    open.push(device);
    const aircraft = { sn: `A${sn}`, model: 'Kite' };
    expect(await device.hello({ aircraft })).toMatchObject({ accepted: true });
    await device.state();
    await until(
      'state',
      () => live.last('dockStatus', oid),
      (one) => one?.data.workState === 'idle',
    );
    return { oid, sn, device };
  };
  type Ready = Awaited<ReturnType<typeof ready>>;
  const aloft = { airborne: true, place: { lng: 113.9, lat: 22.51, height: 90 }, elevation: 50, percent: 70 };
  const fly = async ({ oid, device }: Ready): Promise<void> => {
    const dock = { cover: 'open', aircraftInside: false };
    await device.state({ mode: 'working', dock, aircraft: aloft });
    await until(
      'working',
      () => live.last('dockStatus', oid),
      (one) => one?.data.workState === 'working',
    );
  };
  const order = async ({ oid, device }: Ready, call: CallDeclaration, request = {}, confirm?: string) => {
    const epoch = await server.takeLease(oid);
    const nonce = confirm === undefined ? {} : { nonce: await server.nonceFor(oid, confirm) };
    if (confirm !== 'startJob' && call !== calls.command.returnHome) await device.state();
    return server.call(call, { oid, key: randomUUID(), epoch, ...nonce, ...request });
  };

  it('is shown as every dock is, and says no more than it said', async () => {
    const { oid, sn } = await ready();
    expect(live.last('dockStatus', oid)?.data).toMatchObject({
      online: true,
      gps: '113.948,22.539',
      height: 40,
      coverState: 'closed',
      droneInDock: true,
      wind: 2,
      rainfall: null,
      humidity: null,
      emergencyStop: null,
      putterState: null,
      hmsHeard: false,
    });
    const listed = await until(
      'listed',
      async () => (await server.call(calls.dock.get, { oid })).data,
      ({ online, droneSn }: { online: boolean; droneSn: string | null }) => online && droneSn === `A${sn}`,
    );
    expect(listed).toMatchObject({ workState: 'idle', model: 'Nest 1', droneModel: 'Kite', vendor: 'own' });
  });

  it('shows its aircraft while that is in reach, and what it no longer says is gone', async () => {
    const dock = await ready();
    await fly(dock);
    const { droneOID } = (await server.call(calls.dock.get, { oid: dock.oid })).data as { droneOID: string };
    const flying = await until(
      'flying',
      () => live.last('droneTelemetry', droneOID),
      (one) => one?.data.online === true,
    );
    expect(flying?.data).toMatchObject({
      airborne: true,
      elevation: 50,
      percent: 70,
      lat: 22.51,
      speedH: null,
    });
    await dock.device.state({ mode: 'idle' });
    await until(
      'gone',
      () => live.last('droneTelemetry', droneOID),
      (one) => one?.data.online === false,
    );
    await until(
      'wind',
      () => live.last('dockStatus', dock.oid),
      (one) => one?.data.wind === 2,
    );
  });

  it('opens and closes its cover, but not under its aircraft', async () => {
    const dock = await ready();
    const opened = await order(dock, calls.command.openCoverOpen);
    expect(opened).toMatchObject({ status: 200 });
    await dock.device.send('progress', { id: dock.device.orders[0]?.id, state: 'done' });
    await createPilot(server).waitCommand(opened.data.commandOID, 'succeeded');
    await fly(dock);
    const epoch = await server.takeLease(dock.oid);
    const nonce = await server.nonceFor(dock.oid, 'coverClose');
    const close = { oid: dock.oid, key: randomUUID(), epoch, nonce };
    expect(await server.call(calls.command.openCoverClose, close)).toMatchObject({
      data: { reason: 'aircraftFlies' },
    });
    expect(dock.device.orders.map(({ name }) => name)).toEqual(['coverOpen']);
  });

  it('calls its aircraft home, and has it stand still', async () => {
    const dock = await ready();
    await fly(dock);
    const home = await order(dock, calls.command.returnHome);
    expect(home).toMatchObject({ status: 200 });
    await dock.device.send('progress', { id: dock.device.orders[0]?.id, state: 'running' });
    await dock.device.state({
      mode: 'returning',
      dock: { cover: 'open', aircraftInside: false },
      aircraft: aloft,
    });
    await createPilot(server).waitCommand(home.data.commandOID, 'succeeded');
    expect(dock.device.orders.map(({ name }) => name)).toEqual(['returnHome']);
  });

  it('is ordered nothing that only docks of the Cloud API have', async () => {
    const dock = await ready();
    for (const [call, request] of [
      [calls.command.setParameter, { name: 'silent', value: true }],
      [calls.command.flightPause, {}],
      [calls.command.startLive, { videoId: `${dock.sn}/165-0-7/normal-0` }],
      [calls.command.robotReturn, {}],
    ] as const)
      expect(await order(dock, call, request)).toMatchObject({
        status: 409,
        data: { reason: 'methodMissing' },
      });
    expect(dock.device.orders).toEqual([]);
    const { data } = await server.call(calls.command.openControl, { id: dock.oid });
    expect((data.orders as { method: string }[]).map(({ method }) => method).toSorted()).toEqual([
      'coverClose',
      'coverOpen',
      'forceEndJob',
      'hover',
      'returnHome',
      'startJob',
    ]);
  });

  it('starts no flight while the gate lacks what only the dock can say', async () => {
    const dock = await ready();
    const flightOID = await server.addFlight(dock.oid, routeOID);
    const refused = await order(dock, calls.command.openStartJob, { flightOID }, 'startJob');
    expect(refused).toMatchObject({ status: 409, data: { reason: 'gateBlocked' } });
    const { items } = (await server.call(calls.flight.gate, { oid: flightOID })).data as {
      items: GateItem[];
    };
    expect(items.find(({ item }) => item === 'emergencyStop')).toMatchObject({
      verdict: 'notChecked',
      blocks: true,
    });
    expect(dock.device.orders).toEqual([]);
  });

  it('flies where the organisation lets what is not checked only warn, and ends the flight by its own word', async () => {
    const policy = JSON.stringify({ gateNotCheckedWarns: gateSettable });
    await sql`update organisation set policy = policy || ${policy}::jsonb`.execute(
      server.database.connection.kysely,
    );
    const dock = await ready();
    await dock.device.send('alarms', { list: [] });
    const flightOID = await server.addFlight(dock.oid, routeOID);
    await dock.device.state();
    const started = await order(dock, calls.command.openStartJob, { flightOID }, 'startJob');
    expect(started).toMatchObject({ status: 200, data: { method: 'startJob', flightOID } });
    const [sent] = dock.device.orders;
    expect(sent).toMatchObject({
      name: 'startJob',
      arguments: { flightId: flightOID, returnAltitude: 100, lostAction: 'return' },
    });
    if (!sent) throw new Error('no order came');
    const { url, bytes, md5 } = sent.arguments['file'] as { url: string; bytes: number; md5: string };
    const file = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([file.byteLength, createHash('md5').update(file).digest('hex')]).toEqual([bytes, md5]);
    const pilot = createPilot(server);
    await dock.device.send('progress', { id: sent?.id, state: 'running' });
    await fly(dock);
    await pilot.waitCommand(started.data.commandOID, 'succeeded');
    await pilot.waitFlight(flightOID, ({ state }) => state === 'inFlight');
    await dock.device.send('progress', { id: sent?.id, state: 'done' });
    expect(await pilot.waitFlight(flightOID, ({ state }) => state === 'over')).toMatchObject({
      outcome: 'done',
    });
  });
});
