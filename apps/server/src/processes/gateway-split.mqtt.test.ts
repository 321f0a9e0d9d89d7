import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { signIn, until } from '../testing/caller.ts';
import { createOperator, type Operator } from '../testing/operator.ts';
import { sharedParts, startSharedParts, type SharedParts } from '../testing/outside-parts.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';

const password = 'Two#servers-2026';

describe(`a gateway that the network parts from the database but not from the broker (${sharedParts})`, () => {
  let dataDir: string;
  let database: SharedParts['database'];
  let broker: SharedParts['broker'];
  let proxy: TcpProxy;
  let sql: pg.Client;
  let away: ServerProcess;
  let other: ServerProcess;
  let operator: Operator;
  const operators: Operator[] = [];
  let oid: string;
  let dock: DockClient;

  const ownerOf = async (): Promise<string | undefined> => {
    const { rows } = await sql.query<{ instance_id: string }>(
      `select instance_id from gateway_claim join instance using (instance_id)
       where dock_oid = $1 and expires_at > to_timestamp(0) and claims_until > now()`,
      [oid],
    );
    return rows[0]?.instance_id;
  };
  const missing = async ({ url }: ServerProcess): Promise<string[]> =>
    ((await (await fetch(`${url}/readyz`)).json()) as { missing: string[] }).missing;
  const stateOf = async (key: string): Promise<string | undefined> =>
    (await sql.query<{ state: string }>('select state from command where idempotency_key = $1', [key]))
      .rows[0]?.state;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'eyrie-split-'));
    ({ database, broker } = await startSharedParts());
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    const through = new URL(database.url);
    proxy = await openTcpProxy('127.0.0.1', Number(through.port));
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    const start = (name: string, more: Record<string, string>): Promise<ServerProcess> =>
      startServerProcess({
        EYRIE_DATA_DIR: join(dataDir, name),
        EYRIE_DATABASE_URL: database.url,
        EYRIE_MQTT_URL: broker.url,
        EYRIE_PUBLIC_MQTT_URL: broker.devices,
        EYRIE_ADMIN_PASSWORD: password,
        EYRIE_INSTANCE_ID: name,
        ...more,
      });
    away = await start('away', { EYRIE_DATABASE_URL: through.href });
    await until(
      'ready',
      () => missing(away),
      (parts) => parts.length === 0,
    );
    const who = await signIn(away.url, 'admin', password);
    operators.push((operator = createOperator({ ...who, url: away.url, mqtt: broker.devices })));
    // The only gateway takes the only dock; the other one comes afterwards, and the dock that flies stays.
    ({ oid, dock } = await operator.addDock());
    await operator.fly(dock, oid);
    other = await start('other', {});
    await until(
      'ready',
      () => missing(other),
      (parts) => parts.length === 0,
    );
    operators.push((operator = createOperator({ ...who, url: other.url, mqtt: broker.devices })));
  });
  afterAll(async () => {
    proxy?.become('open');
    for (const one of operators) await one.close();
    for (const one of [away, other]) await one?.end('SIGKILL');
    await proxy?.close();
    await sql?.end();
    await broker?.stop();
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('sends nothing once its claim is gone, also when it finds the database again', async () => {
    expect(await ownerOf()).toBe('away');
    const voice = setInterval(() => {
      void dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
      void dock.droneOsd({ mode_code: 5, elevation: 60 });
    }, 500);
    onTestFinished(() => clearInterval(voice));
    const pauses = (): number => dock.services('flighttask_pause').length;
    const order = (key: string) => operator.call(calls.command.hover, { oid, key });
    // As long as its claim counts the owner alone may send.
    const first = randomUUID();
    expect(await order(first)).toMatchObject({ status: 200 });
    expect(pauses()).toBe(1);

    proxy.become('silent');
    // Written for the owner that cannot read it any more.
    const unread = randomUUID();
    const asked = order(unread);
    await until('the other takes over', ownerOf, (owner) => owner === 'other', 20_000, 50);
    await asked;
    const before = pauses();
    expect(before).toBeLessThanOrEqual(2);
    // The new owner sends; the former one, which still hears the dock and its own orders' bytes, does not.
    const after = randomUUID();
    const taken = await until(
      'taken',
      () => order(after),
      ({ status }) => status === 200,
      20_000,
      250,
    );
    expect(taken).toMatchObject({ data: { state: 'accepted' } });
    expect(pauses()).toBe(before + 1);

    // What it had asked of the database before now arrives there all at once.
    proxy.become('open');
    await until(
      'back',
      () => missing(away),
      (parts) => parts.length === 0,
    );
    expect(pauses()).toBe(before + 1);
    expect(await ownerOf()).toBe('other');
    expect(await stateOf(unread)).not.toBe('sent');
    for (const key of [first, after]) expect(await stateOf(key)).toMatch(/accepted|succeeded/);
    // And it takes orders, for the gateway that has the dock.
    const again = randomUUID();
    const who = await signIn(away.url, 'admin', password);
    const here = createOperator({ ...who, url: away.url, mqtt: broker.devices });
    onTestFinished(() => here.close());
    expect(await here.call(calls.command.hover, { oid, key: again })).toMatchObject({ status: 200 });
    expect(pauses()).toBe(before + 2);
  });
});
