import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised, type DockClient } from '@eyrie/testing';
import { callAt, signIn, until } from '../testing/caller.ts';
import { createOperator, type Operator } from '../testing/operator.ts';
import { readLive } from '../testing/live-reader.ts';
import { startJobBy } from '../testing/pilot.ts';
import { sharedParts, startSharedParts, type SharedParts } from '../testing/outside-parts.ts';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';

const password = 'Two#servers-2026';

describe(`two servers on one database and one broker (${sharedParts})`, () => {
  let dataDir: string;
  let database: SharedParts['database'];
  let broker: SharedParts['broker'];
  let sql: pg.Client;
  let token: string;
  const servers: ServerProcess[] = [];
  const operators: Operator[] = [];
  const docks: { oid: string; sn: string; dock: DockClient }[] = [];

  const server = (index: number): ServerProcess => servers[index] as ServerProcess;
  const operator = (index: number): Operator => operators[index] as Operator;
  const start = async (name: string, more: Record<string, string> = {}): Promise<ServerProcess> => {
    const started = await startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: database.url,
      EYRIE_MQTT_URL: broker.url,
      EYRIE_PUBLIC_MQTT_URL: broker.devices,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_INSTANCE_ID: name,
      ...more,
    });
    servers.push(started);
    return started;
  };
  /** Which server has which dock, as the database says. */
  const owners = async (): Promise<Map<string, string>> => {
    const { rows } = await sql.query<{ dock_oid: string; instance_id: string }>(
      `select dock_oid, instance_id from gateway_claim join instance using (instance_id)
       where expires_at > to_timestamp(0) and claims_until > now()`,
    );
    return new Map(rows.map((row) => [row.dock_oid, row.instance_id]));
  };
  const dockOf = async (name: string, place = 0) => {
    const owned = await owners();
    const found = docks.filter(({ oid }) => owned.get(oid) === name)[place];
    if (!found) throw new Error(`${name} has no dock`);
    return found;
  };
  const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'eyrie-two-'));
    ({ database, broker } = await startSharedParts());
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    // One after the other: what is new is written by the first.
    await start('a');
    await start('b');
    for (const { url } of servers) await until('ready', () => isReady(url), Boolean);
    const who = await signIn(server(0).url, 'admin', password);
    token = who.token;
    for (const { url } of servers) operators.push(createOperator({ ...who, url, mqtt: broker.devices }));
    for (let count = 0; count < 4; count += 1) docks.push(await operator(0).addDock());
  });
  afterAll(async () => {
    for (const one of operators) await one.close();
    for (const one of servers) await one.end('SIGKILL');
    await sql?.end();
    await broker?.stop();
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('divide the docks', async () => {
    const count = (owned: Map<string, string>, name: string): number =>
      [...owned.values()].filter((one) => one === name).length;
    await until('two and two', owners, (owned) => count(owned, 'a') === 2 && count(owned, 'b') === 2);
  });

  it('take orders for a dock that the other one speaks to', async () => {
    const { uploadRoute, addFlight, untilReady, takeLease } = operator(1);
    const { oid, dock } = await dockOf('a');
    const { oid: routeOID } = await uploadRoute();
    const flightOID = await addFlight(oid, routeOID);
    await untilReady(dock, flightOID);
    const epoch = await takeLease(oid);
    const started = await startJobBy(operator(1), { oid, dock, flightOID, routeOID, epoch });
    expect(started).toMatchObject({ status: 200 });
    expect(dock.services().map((service) => service.method)).toEqual([
      'flighttask_prepare',
      'flighttask_execute',
    ]);
    await operator(0).fly(dock, oid, flightOID);
    await until(
      'start seen',
      () => operator(0).call(calls.command.get, { oid: started.data.commandOID }),
      ({ data }) => data.state === 'succeeded',
    );
  });

  it('send one message for twenty parallel clicks with one key over both', async () => {
    const { oid, dock } = await dockOf('b');
    await operator(0).fly(dock, oid);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        operator(index % 2).call(calls.command.returnHome, { oid, key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ data }) => data.commandOID as string)).size).toBe(1);
    expect(dock.services('return_home')).toHaveLength(1);
  });

  it('let one of forty tabs have control in every round, and tell the others who', async () => {
    const { oid } = await dockOf('a');
    const epochs: number[] = [];
    const held = (await operator(0).call(calls.lease.get, { oid, control: 'flight' })).data;
    const release = { oid, control: 'flight', tabId: 'tab-server-1', epoch: held.epoch };
    await operator(0).call(calls.lease.release, release);
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, tab) => {
          const asked = { oid, control: 'flight', tabId: `tab-${round}-of-${tab}` };
          return { ...asked, answer: await operator(tab % 2).call(calls.lease.take, asked) };
        }),
      );
      const winners = answers.filter(({ answer }) => answer.status === 200);
      expect(winners).toHaveLength(1);
      const losers = answers.filter(({ answer }) => answer.status === 409);
      // Names what answered otherwise, such as a server at its limit.
      const heard = answers.map(({ answer }) => `${answer.status} ${answer.data?.reason ?? 'done'}`);
      expect(heard.filter((one) => one !== '409 controlHeld')).toEqual(['200 done']);
      for (const { answer } of losers)
        expect(answer.data).toMatchObject({ reason: 'controlHeld', holder: { name: expect.any(String) } });
      epochs.push(winners[0]?.answer.data.epoch as number);
      const freed = { oid, control: 'flight', tabId: winners[0]?.tabId, epoch: epochs.at(-1) };
      expect((await operator(round % 2).call(calls.lease.release, freed)).status).toBe(200);
    }
    expect(epochs).toEqual([...epochs].toSorted((x, y) => x - y));
    expect(new Set(epochs).size).toBe(8);
  });

  it('tell those who watch at the other one that a region has changed', async () => {
    const live = await readLive(server(1).url, await signIn(server(1).url, 'admin', password));
    const changes = () =>
      live.heard.flatMap((one) => (one.name === 'regionBusiness' ? [one.data as { oid: string }] : []));
    try {
      const coordinates = [113.9, 22.5];
      const { data } = await operator(0).call(calls.region.add, {
        name: 'watched',
        geometry: { type: 'Point', coordinates },
      });
      await until('heard', changes, (all) => all.some(({ oid }) => oid === data.oid));
      expect(changes()).toMatchObject([{ change: 'added', oid: data.oid }]);
    } finally {
      live.stop();
    }
  });

  it('carry out what people order at a third, which speaks to no dock itself', async () => {
    const apart = await start('api-only', { EYRIE_PROCESSES: 'api' });
    await until('ready', () => isReady(apart.url), Boolean);
    const { oid, dock } = await dockOf('a', 1);
    await operator(0).fly(dock, oid);
    const answer = await callAt(apart.url, token, calls.command.returnHome, { oid, key: randomUUID() });
    expect(answer).toMatchObject({ status: 200, data: { state: 'accepted' } });
    expect(await apart.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
  describe('send a click once when the third, where it was made, loses the database', () => {
    let proxy: TcpProxy;
    let apart: ServerProcess;
    let oid: string;
    let dock: DockClient;
    beforeAll(async () => {
      const through = new URL(database.url);
      proxy = await openTcpProxy('127.0.0.1', Number(through.port));
      through.port = String(proxy.port);
      apart = await start('cut-off', { EYRIE_PROCESSES: 'api', EYRIE_DATABASE_URL: through.href });
      await until('ready', () => isReady(apart.url), Boolean);
      ({ oid, dock } = await dockOf('a', 1));
      await operator(0).fly(dock, oid);
    });
    afterAll(async () => {
      proxy?.become('open');
      await apart?.end('SIGTERM');
      await proxy?.close();
    });
    const hover = async (key: string) => {
      await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
      // Verified now, so good for a minute without the database.
      await until(
        'known',
        () => callAt(apart.url, token, calls.dock.get, { oid }),
        ({ status }) => status === 200,
      );
      return callAt(apart.url, token, calls.command.hover, { oid, key });
    };
    const sent = (): number => dock.services('flighttask_pause').length;
    const rowOf = async (key: string): Promise<{ state: string }[]> =>
      (await sql.query<{ state: string }>('select state from command where idempotency_key = $1', [key]))
        .rows;
    const settled = (key: string) =>
      until(
        'one row of it',
        () => rowOf(key),
        ([row]) => /accepted|unknown|succeeded/.test(row?.state ?? ''),
      );

    it('after the message left', async () => {
      const [before, key] = [sent(), randomUUID()];
      dock.answer('flighttask_pause', { kind: 'late', ms: 1_500 });
      const clicked = hover(key);
      await until('sent', sent, (count) => count > before, 4_000, 5);
      proxy.become('refused');
      // Here nobody knows what became of it: silence is no success.
      expect(await clicked).toMatchObject({ status: 504, data: { state: 'unknown' } });
      proxy.become('open');
      expect(await settled(key)).toHaveLength(1);
      expect(sent()).toBe(before + 1);
    });

    it('after the order was written and before it was sent', async () => {
      const [before, key] = [sent(), randomUUID()];
      // The gateway must read its claim before it sends: this keeps it from that for a moment.
      await sql.query('begin; lock table gateway_claim in exclusive mode');
      const clicked = hover(key);
      await until(
        'written',
        () => rowOf(key),
        (rows) => rows.length === 1,
        4_000,
        5,
      );
      proxy.become('refused');
      expect(await clicked).toMatchObject({ status: 200, data: { state: 'accepted' } });
      await sql.query('rollback');
      proxy.become('open');
      expect(await settled(key)).toHaveLength(1);
      expect(sent()).toBe(before + 1);
    });
  });

  it('a killed one leaves its docks to the other within five seconds, and nothing is sent again', async () => {
    const { oid, dock } = await dockOf('a', 1);
    await operator(1).fly(dock, oid);
    dock.answer('return_home', { kind: 'drop' });
    // A dock that kept silent altogether would be disconnected when the time of the order is up.
    const flying = { A: { mode_code: 4, drone_in_dock: 0 } };
    const voice = setInterval(() => void dock.osdParts(flying), 500);
    const lost = operator(1).call(calls.command.returnHome, { oid, key: randomUUID() });
    const before = dock.services().length;
    await until(
      'sent',
      () => dock.services().length,
      (count) => count > before,
    );
    const sent = docks.map((one) => one.dock.services().length);
    const killed = performance.now();
    await server(0).end('SIGKILL');
    await until('all at b', owners, (owned) => docks.every((one) => owned.get(one.oid) === 'b'), 14_000, 50);
    expect(performance.now() - killed).toBeLessThan(promised(5_000));
    expect(await lost).toMatchObject({ status: 504 });
    const { list } = (await operator(1).call(calls.command.query, { dockOID: oid, pageNum: 1, pageSize: 1 }))
      .data;
    await until(
      'unknown',
      () => operator(1).call(calls.command.get, { oid: list[0].commandOID }),
      ({ data }) => data.history.some((entry: { state: string }) => entry.state === 'unknown'),
    );
    expect(docks.map((one) => one.dock.services().length)).toEqual(sent);
    clearInterval(voice);
    // The hold of the new owner keeps everything back but the way home.
    expect(await isReady(server(1).url)).toBe(false);
    dock.answer('return_home', { kind: 'ok' });
    await dock.osdParts(flying);
    const again = await operator(1).call(calls.command.returnHome, { oid, key: randomUUID() });
    expect(again).toMatchObject({ status: 200 });
    expect(await operator(1).call(calls.command.flightPause, { oid, key: randomUUID() })).toMatchObject({
      data: { reason: 'startingUp' },
    });
  });

  it('and their parts run apart: one for docks, one for timers', async () => {
    const port = new URL(server(1).url).port;
    // Those whose aircraft is out stay where they are.
    for (const { dock } of docks) {
      await dock.osdParts({ A: { mode_code: 0, drone_in_dock: 1 } });
      await dock.droneOsd({ mode_code: 0 });
    }
    const apart = await start('docks-only', { EYRIE_PROCESSES: 'gateway', EYRIE_PORT: port });
    const timers = await start('timers-only', { EYRIE_PROCESSES: 'scheduler', EYRIE_PORT: port });
    const theirs = (owned: Map<string, string>): number =>
      [...owned.values()].filter((name) => name === 'docks-only').length;
    await until('its share', owners, (owned) => theirs(owned) === 2, 10_000, 100);
    const { oid, dock } = await dockOf('docks-only');
    await until(
      'obeyed',
      async () => {
        await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
        return operator(1).call(calls.command.returnHome, { oid, key: randomUUID() });
      },
      ({ status, data }) => status === 200 && data.state === 'accepted',
    );
    expect(await timers.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await apart.end('SIGTERM')).toEqual({ code: 0, signal: null });
    // Given back, not left to run out.
    await until(
      'given back',
      owners,
      (owned) => docks.every((one) => owned.get(one.oid) === 'b'),
      5_000,
      100,
    );
  });
});
