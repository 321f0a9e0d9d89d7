import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { callAt, until, type Answer } from '../testing/caller.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';

const gone = 10_000;

describe.each(['silent', 'refused'] as const)('with a database that is %s', (way) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let server: TestServer;
  let live: LiveReader;
  const unheard: unknown[] = [];
  const note = (error: unknown): void => void unheard.push(error);

  beforeAll(async () => {
    process.on('unhandledRejection', note);
    database = await createTestDatabase();
    const address = new URL(database.url);
    proxy = await openTcpProxy(address.hostname, Number(address.port));
    address.port = String(proxy.port);
    address.hostname = '127.0.0.1';
    server = await startTestServer({ EYRIE_DATABASE_URL: address.href });
    const { groupRoot, oid, token } = await server.login();
    live = await readLive(server.running.url, { token, oid, groupRoot });
  });
  afterAll(async () => {
    proxy.become('open');
    live?.stop();
    await server?.close();
    await proxy?.close();
    await database?.drop();
    process.off('unhandledRejection', note);
  });

  it('people read nothing, see everything and bring aircraft home', async () => {
    const { oid, dock } = await server.addDock();
    await server.fly(dock, oid);
    let mode = 5;
    const voice = setInterval(() => {
      void dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
      void dock.droneOsd({ mode_code: mode, elevation: 60, horizontal_speed: 8 });
    }, 1_000);
    onTestFinished(() => clearInterval(voice));
    const ready = async (): Promise<boolean> => (await fetch(`${server.running.url}/readyz`)).status === 200;
    const missing = async (): Promise<string[]> => {
      const answer = (await (await fetch(`${server.running.url}/readyz`)).json()) as { missing: string[] };
      return answer.missing;
    };
    // Verified now, so good for a minute.
    expect((await server.call(calls.dock.get, { oid })).status).toBe(200);

    const start = performance.now();
    proxy.become(way);
    const reads: { status: number; reason: string; took: number }[] = [];
    const read = async (): Promise<void> => {
      const asked = performance.now();
      const { status, data } = await server.call(calls.dock.get, { oid });
      reads.push({ status, reason: data.reason as string, took: performance.now() - asked });
    };
    const reading: Promise<void>[] = [];
    const reader = setInterval(() => reading.push(read()), 250);
    onTestFinished(() => clearInterval(reader));
    await read();
    await until('the database missed', missing, (parts) => parts.includes('database'));

    const journal = join(server.env.EYRIE_DATA_DIR, 'journal', 'emergency.slots');
    const key = randomUUID();
    const asked = performance.now();
    const answers: Answer[] = await Promise.all(
      Array.from({ length: 10 }, () => server.call(calls.command.returnHome, { oid, key })),
    );
    expect(performance.now() - asked).toBeLessThan(promised(1_000));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { state: 'accepted' } });
    const commandOID = answers[0]?.data.commandOID as string;
    expect(new Set(answers.map(({ data }) => data.commandOID as string))).toEqual(new Set([commandOID]));
    const services = dock.services('return_home');
    expect(services).toHaveLength(1);
    const [text] = /\{"commandOID".*?\}/.exec(await readFile(journal, 'latin1')) ?? [];
    const line = JSON.parse(text ?? '{}');
    expect(line).toMatchObject({ commandOID, method: 'returnHome', key });
    expect(line.at).toBeLessThanOrEqual(services[0]?.timestamp as number);

    // Silence of the device is no success here either; another stop of the aircraft goes the same way.
    dock.answer('flighttask_pause', { kind: 'reject', code: 319_016 });
    expect(await server.call(calls.command.hover, { oid, key: randomUUID() })).toMatchObject({
      status: 502,
      code: 319_016,
    });
    // A return home is ended by a hover only as it is by its own button: with a confirmation.
    mode = 9;
    await dock.droneOsd({ mode_code: 9, elevation: 60 });
    const ending = async (nonce?: string): Promise<Answer> =>
      server.call(calls.command.hover, { oid, key: randomUUID(), ...(nonce ? { nonce } : {}) });
    await until('the return seen', ending, ({ data }) => data.reason === 'confirmationMissing');
    expect(await ending('x'.repeat(32))).toMatchObject({ data: { reason: 'confirmationSpent' } });
    expect(dock.services('return_home_cancel')).toHaveLength(0);
    const nonce = await server.nonceFor(oid, 'returnHomeCancel');
    expect(await ending(nonce)).toMatchObject({ status: 200, data: { state: 'accepted' } });
    expect(await ending(nonce)).toMatchObject({ data: { reason: 'confirmationSpent' } });
    expect(dock.services('return_home_cancel')).toHaveLength(1);
    mode = 5;
    // Too old is too old, also past the database.
    expect(
      await server.call(calls.command.hover, { oid, key: randomUUID(), issuedAt: Date.now() - 6_000 }),
    ).toMatchObject({ status: 409, data: { reason: 'expired' } });
    // Nobody who was not verified before, and nothing but the two.
    expect(
      await callAt(server.running.url, 'x'.repeat(43), calls.command.returnHome, { oid, key: randomUUID() }),
    ).toMatchObject({ status: 401 });
    expect(await server.call(calls.command.flightPause, { oid, key: randomUUID() })).toMatchObject({
      status: 503,
    });

    const from = performance.now();
    await until(
      'ten seconds',
      () => performance.now() - start,
      (passed) => passed > gone,
      gone + 1_000,
      200,
    );
    clearInterval(reader);
    await Promise.all(reading);
    expect(reads.length).toBeGreaterThan(10);
    for (const one of reads) expect(one).toMatchObject({ status: 503, reason: 'databaseDown' });
    expect(Math.max(...reads.map(({ took }) => took))).toBeLessThan(promised(2_600));
    for (const name of ['dockStatus', 'droneTelemetry'] as const) {
      const times = live.heard.filter((one) => one.name === name && one.at > from).map(({ at }) => at);
      expect(times.length, name).toBeGreaterThan(3);
      expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0))), name).toBeLessThan(
        promised(2_500),
      );
    }
    expect(live.losses()).toBe(0);

    proxy.become('open');
    const back = performance.now();
    await until(
      'read again',
      () => server.call(calls.dock.get, { oid }),
      ({ status }) => status === 200,
    );
    await until('ready again', ready, Boolean);
    await until(
      'ordered again',
      () => server.call(calls.command.flightPause, { oid, key: randomUUID() }),
      ({ data }) => data.reason === 'notOnRoute',
    );
    const stored = await until(
      'written down',
      () => server.call(calls.command.get, { oid: commandOID }),
      ({ status, data }) => status === 200 && data.state !== 'sent',
    );
    expect(performance.now() - back).toBeLessThan(promised(5_000));
    expect(stored.data).toMatchObject({ commandOID, method: 'returnHome', state: 'accepted' });
    // What became of it is read off the dock, as of any other order.
    mode = 9;
    await until(
      'seen to return',
      () => server.call(calls.command.get, { oid: commandOID }),
      ({ data }) => data.state === 'succeeded',
    );
    const repeated = await server.call(calls.command.returnHome, { oid, key });
    expect(repeated).toMatchObject({ status: 200, data: { commandOID } });
    expect(dock.services('return_home')).toHaveLength(1);
    const audit = await database.connection.pool.query(
      `select outcome from audit_log where correlation_id = $1 order by 1`,
      [commandOID],
    );
    expect(audit.rows.map((row: { outcome: string }) => row.outcome)).toContain('accepted');
    clearInterval(voice);
    expect(unheard).toEqual([]);
  });
});
