import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { until } from '../../testing/caller.ts';
import { createPilot, type Pilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const key = (): string => randomUUID();

/** Where the server keeps the file of a route, and what is in it. */
const storedRoute = async (
  server: TestServer,
  routeOID: string,
): Promise<{ file: string; bytes: Buffer }> => {
  const { checksum } = await server.database.connection.kysely
    .selectFrom('route')
    .select('checksum')
    .where('oid', '=', routeOID)
    .executeTakeFirstOrThrow();
  const root = join(server.env.EYRIE_DATA_DIR, 'objects');
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (createHash('sha256').update(bytes).digest('hex') === checksum) return { file, bytes };
  }
  throw new Error('the file of the route is not in the store');
};

describe('commands to a dock', () => {
  let server: TestServer;
  let routeOID: string;
  let pilot: Pilot;

  beforeAll(async () => {
    server = await startTestServer();
    routeOID = (await server.uploadRoute()).oid;
    pilot = createPilot(server);
  });
  afterAll(() => server.close());

  it('prepares and executes once each, in order, and follows the flight to its end', async () => {
    const at = await pilot.readyDock();
    const started = await pilot.startJob(at);
    expect(started).toMatchObject({ status: 200, data: { flightOID: at.flightOID } });
    // The first progress may overtake the answer.
    expect(['accepted', 'in_progress']).toContain(started.data.state);
    expect(at.dock.services().map((service) => service.method)).toEqual([
      'flighttask_prepare',
      'flighttask_execute',
    ]);
    expect(at.dock.services().every((service) => service.qos === 1 && !service.retained)).toBe(true);
    const prepare = at.dock.services('flighttask_prepare')[0]?.data as {
      rth_altitude: number;
      file: { url: string; fingerprint: string };
    };
    expect(prepare.rth_altitude).toBe(100);
    const file = await fetch(prepare.file.url);
    expect(file.status).toBe(200);
    expect(
      (await pilot.waitFlight(at.flightOID, (flight) => flight.state === 'inFlight')).gate.length,
    ).toBeGreaterThan(10);

    await server.fly(at.dock, at.oid, at.flightOID);
    await pilot.waitCommand(started.data.commandOID, 'succeeded');
    await at.dock.progress(at.flightOID, { status: 'ok', percent: 100, mediaCount: 3 });
    expect(await pilot.waitFlight(at.flightOID, (flight) => flight.state === 'over')).toMatchObject({
      outcome: 'done',
      mediaExpected: 3,
    });
  });

  it('keeps one phase of the flight in its record, by the aircraft before the job, and the way flown by distance', async () => {
    const at = await pilot.readyDock();
    const { dock, flightOID } = at;
    const phase = (wanted: string) => pilot.waitFlight(flightOID, (flight) => flight.phase === wanted);
    await phase('waiting');
    await pilot.startJob(at);
    await phase('preparing');
    await server.fly(dock, at.oid, flightOID);
    await dock.progress(flightOID, { status: 'in_progress', percent: 90, waypoint: 1, missionState: 6 });
    const onRoute = await pilot.waitFlight(flightOID, ({ progress }) => (progress ?? 0) > 0);
    expect(onRoute.phase).toBe('onRoute');
    expect(onRoute.secondsLeft).toBeGreaterThan(0);
    const stopped = { percent: 90, waypoint: 1, missionState: 2, result: 321_517 };
    await dock.progress(flightOID, { status: 'paused', ...stopped });
    expect((await phase('paused')).breakReason).toBe(517);
    // The job was left at "paused", as docks leave it when somebody calls the aircraft home.
    await dock.droneOsd({ mode_code: 9, elevation: 60, horizontal_speed: 12 });
    await phase('returning');
    await dock.progress(flightOID, { status: 'in_progress', percent: 90, waypoint: 1, missionState: 9 });
    // The progress of the job is written on a way of its own: the state of the aircraft may be seen first.
    await pilot.waitFlight(flightOID, (flight) => flight.breakReason === null);
    await dock.droneOsd({ mode_code: 10, elevation: 20 });
    expect(await phase('landing')).toMatchObject({ progress: onRoute.progress, breakReason: null });
    await dock.progress(flightOID, { status: 'failed', result: 322_283, percent: 95 });
    const over = await phase('over');
    expect(over).toMatchObject({ outcome: 'cancelled', outcomeReason: '322283', progress: onRoute.progress });
    expect(over.outcomeMessage).not.toContain('322283');
  });

  it('goes on where a flight broke off, once, and not with another version of the route', async () => {
    const at = await pilot.readyDock();
    await pilot.startJob(at);
    await server.fly(at.dock, at.oid, at.flightOID);
    const broken = { index: 1, progress: 0.4, reason: 1283 };
    await at.dock.progress(at.flightOID, { status: 'paused', missionState: 9, broken });
    await at.dock.droneOsd({ mode_code: 9, elevation: 60, horizontal_speed: 12 });
    await pilot.waitFlight(at.flightOID, ({ phase }) => phase === 'returning');
    await at.dock.progress(at.flightOID, { status: 'in_progress', waypoint: 1, missionState: 9 });
    await at.dock.progress(at.flightOID, { status: 'failed', result: 322_283, percent: 95 });
    const over = await pilot.waitFlight(at.flightOID, ({ state }) => state === 'over');
    const place = { wayline: 0, waypoint: 1, progress: 0.4, place: 1 };
    expect(over).toMatchObject({ outcome: 'cancelled', breakPoint: place, continuedByOID: null });
    expect(over.allowed).toContain('continue');

    const { kysely } = server.database.connection;
    const saved = (checksum: string) =>
      kysely
        .updateTable('flight')
        .set({ route_checksum: checksum })
        .where('oid', '=', at.flightOID)
        .execute();
    const flown = await kysely
      .selectFrom('flight')
      .select(['route_oid', 'route_checksum'])
      .where('oid', '=', at.flightOID)
      .executeTakeFirstOrThrow();
    const facts = { dockOID: at.oid, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
    const again = (change = {}) => {
      const own = { routeOID: flown.route_oid, continues: at.flightOID };
      return server.call(calls.flight.add, { ...facts, ...own, ...change });
    };
    await saved('another version');
    expect((await again()).data).toMatchObject({ reason: 'breakPointStale' });
    await saved(flown.route_checksum);
    const other = { name: '自有机场', model: 'Nest 1', sn: 'OPENBREAK1', groupOID: server.groupOID };
    const ownDock = await server.call(calls.dock.add, { ...other, vendor: 'own' });
    expect((await again({ dockOID: ownDock.data.oid })).data).toMatchObject({ reason: 'breakPointDock' });
    const next = await again();
    expect(next).toMatchObject({
      status: 200,
      data: { startsAt: place, continuesOID: at.flightOID, taskOID: over.taskOID },
    });
    expect((await again()).data).toMatchObject({ reason: 'breakPointTaken' });
    expect((await server.call(calls.flight.get, { oid: at.flightOID })).data).toMatchObject({
      continuedByOID: next.data.oid,
    });

    await at.dock.droneOsd({ mode_code: 0, elevation: 0, horizontal_speed: 0 });
    await server.untilReady(at.dock, next.data.oid as string);
    const started = await pilot.startJob({ ...at, flightOID: next.data.oid as string });
    expect(started.status).toBe(200);
    expect(at.dock.services('flighttask_prepare').at(-1)?.data).toMatchObject({
      flight_id: next.data.oid,
      break_point: { index: 1, state: 0, progress: 0.4, wayline_id: 0 },
    });

    // Of this one nobody says how far it came: the rest is open as before.
    await at.dock.progress(next.data.oid as string, { status: 'failed', result: 322_283, percent: 95 });
    await pilot.waitFlight(next.data.oid as string, ({ state }) => state === 'over');
    const first = await server.call(calls.flight.get, { oid: at.flightOID });
    expect(first.data).toMatchObject({ continuedByOID: null, breakPoint: place });
  });

  it('is written down with whoever gave it and from where, before it leaves and when its outcome is known', async () => {
    const at = await pilot.flyingDock();
    const answer = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch });
    const rows = await server.database.connection.kysely
      .selectFrom('audit_log')
      .select(['outcome', 'address', 'session_oid', 'member_oid', 'dock_oid', 'code', 'lease_epoch'])
      .where('correlation_id', '=', String(answer.data.commandOID))
      .orderBy('chain_seq')
      .execute();
    expect(rows.map((row) => [row.outcome, row.code])).toEqual([
      ['authorised', null],
      ['accepted', 0],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ address: '127.0.0.1', dock_oid: at.oid, lease_epoch: at.epoch });
      expect(row.member_oid).not.toBeNull();
      expect(row.session_oid).not.toBeNull();
    }
  });

  it('is refused by the dock: 502, the code in the message, the flight over', async () => {
    const at = await pilot.readyDock();
    at.dock.answer('flighttask_prepare', { kind: 'reject', code: 319016 });
    const answer = await pilot.startJob(at);
    expect(answer).toMatchObject({
      status: 502,
      code: 319016,
      data: { state: 'rejected', reason: 'deviceRefused' },
    });
    expect(answer.message).toContain('319016');
    expect(at.dock.services('flighttask_execute')).toHaveLength(0);
    expect(await pilot.waitFlight(at.flightOID, (flight) => flight.state === 'over')).toMatchObject({
      outcome: 'failed',
      outcomeReason: '319016',
    });
  });

  it('sends one command for twenty parallel clicks with one key', async () => {
    const at = await pilot.flyingDock();
    const same = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call(calls.command.returnHome, { oid: at.oid, key: same, epoch: at.epoch }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.data.commandOID)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(at.dock.services('return_home')).toHaveLength(1);
    const other = await server.call(calls.command.hover, { oid: at.oid, key: same, epoch: at.epoch });
    expect(other).toMatchObject({ status: 422, data: { reason: 'keyReused' } });
  });

  it('refuses without control, with an old epoch, without a confirmation, and with one spent', async () => {
    const { oid, dock } = await server.addDock();
    const flightOID = await server.addFlight(oid, routeOID);
    await server.fly(dock, oid, flightOID);
    expect(await server.call(calls.command.flightPause, { oid, key: key() })).toMatchObject({
      status: 409,
      data: { reason: 'controlMissing' },
    });
    const first = await server.takeLease(oid);
    await server.call(calls.lease.release, { oid, control: 'flight', tabId: 'tab-server-1', epoch: first });
    const second = await server.takeLease(oid);
    expect(second).toBeGreaterThan(first);
    await server.fly(dock, oid, flightOID);
    expect(
      await server.call(calls.command.returnHomeCancel, { oid, key: key(), epoch: first }),
    ).toMatchObject({ status: 409 });
    await until(
      'an old epoch, once the way home is known',
      async () => {
        await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
        await dock.droneOsd({ mode_code: 9, elevation: 60 });
        return server.call(calls.command.returnHomeCancel, { oid, key: key(), epoch: first });
      },
      ({ data }) => data?.reason === 'controlLost',
    );
    expect(
      await server.call(calls.command.returnHomeCancel, { oid, key: key(), epoch: second }),
    ).toMatchObject({ data: { reason: 'confirmationMissing' } });
    const nonce = await server.nonceFor(oid, 'returnHomeCancel');
    expect(
      await server.call(calls.command.returnHomeCancel, { oid, key: key(), epoch: second, nonce }),
    ).toMatchObject({ status: 200 });
    expect(
      await server.call(calls.command.returnHomeCancel, { oid, key: key(), epoch: second, nonce }),
    ).toMatchObject({ data: { reason: 'confirmationSpent' } });
    expect(dock.services('return_home_cancel')).toHaveLength(1);
  });

  it('lets control be renewed and taken over while the store of files hangs', async () => {
    const at = await pilot.readyDock();
    // Whoever opens a pipe waits for somebody who writes into it.
    const { file, bytes } = await storedRoute(server, at.routeOID);
    await rm(file);
    execFileSync('mkfifo', [file]);
    const starting = pilot.startJob(at);
    try {
      const lease = { oid: at.oid, control: 'flight' };
      await until(
        'the start written',
        () => server.call(calls.command.query, { dockOID: at.oid, pageNum: 1, pageSize: 1 }),
        ({ data }) => data.list[0]?.method === 'startJob' && data.list[0]?.state === 'drafted',
      );
      const began = performance.now();
      expect(
        await server.call(calls.lease.renew, { ...lease, tabId: 'tab-server-1', epoch: at.epoch }),
      ).toMatchObject({ status: 200 });
      const nonce = await server.nonceFor(at.oid, 'leaseOverride');
      expect(
        await server.call(calls.lease.override, {
          ...lease,
          tabId: 'tab-server-2',
          reason: 'the store hangs',
          nonce,
        }),
      ).toMatchObject({ status: 200 });
      expect(performance.now() - began).toBeLessThan(promised(2_000));
    } finally {
      // The file is in its place again before the pipe lets go: who opens it next must not wait for ever.
      const pipe = await open(file, 'r+');
      await writeFile(`${file}.back`, bytes);
      await rename(`${file}.back`, file);
      await pipe.writeFile(bytes);
      await pipe.close();
    }
    expect(await starting).toMatchObject({ status: 409, data: { state: 'failed' } });
    expect(at.dock.services()).toHaveLength(0);
  });
});
