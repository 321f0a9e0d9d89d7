import { randomUUID } from 'node:crypto';
import { calls, limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, signIn, until, type Answer } from '../testing/caller.ts';
import { startSharedParts, type SharedParts } from '../testing/outside-parts.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { createOperator } from '../testing/operator.ts';
import { openTestDatabase } from '../platform/postgres/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Running } from './all.ts';

/** Milliseconds until whoever lost a right has lost its use. */
const WITHIN = 2_000;
const password = 'Osprey#Nest42';
let server: TestServer;
let operatorRole: string;

const roleOfOperators = async (): Promise<string> => {
  const role = await server.database.connection.kysely
    .selectFrom('role')
    .select('oid')
    .where('first_key', '=', 'operator')
    .executeTakeFirstOrThrow();
  return role.oid;
};
beforeAll(async () => {
  server = await startTestServer();
  operatorRole = await roleOfOperators();
});
afterAll(() => server?.close());

const done = ({ status, message, data }: Answer): Answer['data'] => {
  if (status !== 200) throw new Error(message);
  return data;
};
const ask = async (...asked: Parameters<TestServer['call']>) => done(await server.call(...asked));

/** An operator who is signed in and reads the live topics at one server. */
const enter = async (account: string, groupOID: string, url: string) => {
  const { oid } = await ask(calls.member.save, {
    account,
    name: account,
    groupOID,
    password,
    roleOIDs: [operatorRole],
  });
  await server.database.connection.kysely
    .updateTable('member')
    .set({ must_change: false })
    .where('oid', '=', oid as string)
    .execute();
  const who = await signIn(url, account, password);
  const live = await readLive(url, who);
  return { ...who, live };
};
const addDockIn = (groupOID: string) =>
  createOperator({ url: server.running.url, mqtt: server.running.mqtt, token: server.token, groupOID });
const db = () => server.database.connection.kysely;
const endings: [string, (oid: string) => Promise<unknown>, number][] = [
  ['is disabled', (oid) => ask(calls.member.setEnabled, { oids: [oid], enabled: false }), 401],
  ['is deleted', (oid) => ask(calls.member.remove, { oids: [oid] }), 401],
  ['gets another password', (oid) => ask(calls.member.resetPassword, { oid }), 401],
  ['loses the role', (oid) => ask(calls.role.removeMembers, { roleOID: operatorRole, userOIDs: [oid] }), 403],
  [
    'was here until now',
    (oid) => sql`update member set valid_until = now() where oid = ${oid}`.execute(db()),
    401,
  ],
];
const holderOf = async (oid: string) => (await ask(calls.lease.get, { oid, control: 'flight' })).holder;

describe('within two seconds a member is out, whichever server they are connected to, who', () => {
  /** People are connected to this one; what ends their access is asked of the other. */
  let other: Running;
  let parts: SharedParts;
  let alone: TestServer;
  beforeAll(async () => {
    alone = server;
    // Two servers of one database have one broker.
    parts = await startSharedParts();
    const { database, broker } = parts;
    server = await startTestServer(
      {
        EYRIE_DATABASE_URL: database.url,
        EYRIE_MQTT_URL: broker.url,
        EYRIE_PUBLIC_MQTT_URL: broker.devices,
      },
      undefined,
      openTestDatabase(database.url),
    );
    operatorRole = await roleOfOperators();
    other = await server.start({ EYRIE_INSTANCE_ID: 'other' });
    await other.ready;
  });
  afterAll(async () => {
    await other?.stop();
    await server.close();
    await parts?.broker.stop();
    await parts?.database.stop();
    server = alone;
    operatorRole = await roleOfOperators();
  });

  it('asks for too many pictures of letters from one address', async () => {
    const statusAt = async (url: string): Promise<number> =>
      (await fetch(`${url}${calls.session.createCaptcha.path}`)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1)
      statuses.push(await statusAt(n % 2 === 0 ? other.url : server.running.url));
    const count = (status: number): number => statuses.filter((one) => one === status).length;
    const { perAddressPerMinute } = limits.captcha;
    expect([count(200), count(429)]).toEqual([perAddressPerMinute, 40 - perAddressPerMinute]);
  });

  it.each(endings)('%s', async (what, end, status) => {
    const account = `who-${what.replaceAll(' ', '-')}`;
    const sn = account.replaceAll('-', '').toUpperCase().slice(0, 20);
    const dock = { name: '机场', model: '3-2-0', sn, groupOID: server.groupOID, vendor: 'DJI' };
    const dockOID = (await ask(calls.dock.add, dock)).oid as string;
    // Control is of a dock that was there once.
    await sql`update dock set proved_at = now() where oid = ${dockOID}`.execute(db());
    const { oid, token, live } = await enter(account, server.groupOID, other.url);
    const lease = { oid: dockOID, control: 'flight', tabId: `tab-${account}` };
    expect((await callAt(other.url, token, calls.lease.take, lease)).status).toBe(200);
    expect((await holderOf(dockOID)).oid).toBe(oid);
    await end(oid);
    const ended = performance.now();
    const left = (): number => Math.max(0, WITHIN - (performance.now() - ended));
    await Promise.all([
      ...[server.running.url, other.url].map((url) =>
        until(
          'refused',
          () => callAt(url, token, calls.lease.take, lease),
          (answer) => answer.status === status,
          left(),
        ),
      ),
      until('no live connection', live.losses, (losses) => losses > 0, left()),
      until(
        'free',
        () => holderOf(dockOID),
        (holder) => holder === null,
        left(),
      ),
    ]);
    live.stop();
  });
});

describe('an order that is on its way is not sent for a member who', () => {
  // Made before the order: an order that waits for long goes another way.
  let elsewhere: string;
  beforeAll(async () => {
    elsewhere = (await ask(calls.department.save, { name: 'elsewhere', parentOID: server.groupOID }))
      .oid as string;
  });
  const moved: (typeof endings)[number] = [
    'is moved away from the dock',
    (oid) => ask(calls.department.moveMembers, { userOIDs: [oid], groupOID: elsewhere }),
    404,
  ];
  it.each([...endings, moved])('%s', async (what, end, status) => {
    const account = `sent-${what.replaceAll(' ', '-')}`;
    const place = addDockIn(server.groupOID);
    const { oid: dockOID, dock } = await place.addDock();
    await place.fly(dock, dockOID);
    const { oid, token, live } = await enter(account, server.groupOID, server.running.url);
    const url = server.running.url;
    // The gateway reads its claim before it looks at the sender: this keeps it waiting there.
    const lock = await server.database.connection.pool.connect();
    try {
      await lock.query('begin; lock table gateway_claim in exclusive mode');
      const key = randomUUID();
      const clicked = callAt(url, token, calls.command.returnHome, { oid: dockOID, key });
      await until(
        'written',
        () => lock.query('select 1 from command where idempotency_key = $1', [key]),
        ({ rowCount }) => rowCount === 1,
        2_000,
        5,
      );
      await end(oid);
      await lock.query('rollback');
      expect(await clicked).toMatchObject({ status, data: { state: 'failed' } });
      expect(dock.services('return_home')).toEqual([]);
    } finally {
      lock.release();
      live.stop();
      await place.close();
    }
  });
});

describe('a department that moves', () => {
  it('takes its docks out of the sight of those above the old place into that of those above the new one', async () => {
    const department = async (name: string, parentOID = server.groupOID): Promise<string> =>
      (await ask(calls.department.save, { name, parentOID })).oid as string;
    const [from, to] = [await department('from'), await department('to')];
    const moving = await department('moving', from);
    const loser = await enter('loser', from, server.running.url);
    const winner = await enter('winner', to, server.running.url);
    const place = addDockIn(moving);
    const { oid, dock } = await place.addDock();
    const heardBy = ({ live }: { live: LiveReader }, since: number): boolean =>
      live.heard.some((one) => one.objectID === oid && one.at >= since);
    const speak = setInterval(() => void dock.osdParts(), 100);
    try {
      await until('seen above', () => heardBy(loser, 0), Boolean);
      const lease = { oid, control: 'flight', tabId: 'tab-of-the-loser' };
      expect((await callAt(server.running.url, loser.token, calls.lease.take, lease)).status).toBe(200);
      expect(heardBy(winner, 0)).toBe(false);
      await ask(calls.department.move, { oid: moving, parentOID: to });
      const moved = performance.now();
      const within = promised(WITHIN);
      await until('seen at the new place', () => heardBy(winner, 0), Boolean, WITHIN);
      await until(
        'free',
        () => holderOf(oid),
        (holder) => holder === null,
        WITHIN,
      );
      await until('still seen there', () => heardBy(winner, moved + within + 500), Boolean, within + 5_000);
      expect(heardBy(loser, moved + within)).toBe(false);
      expect((await callAt(server.running.url, loser.token, calls.dock.get, { oid })).status).toBe(404);
      expect((await callAt(server.running.url, winner.token, calls.dock.get, { oid })).status).toBe(200);
    } finally {
      clearInterval(speak);
      loser.live.stop();
      winner.live.stop();
      await place.close();
    }
  });
});

describe('after a time without the database', () => {
  it('pages of members whose rights are as before stay, and others go', async () => {
    const stays = await enter('stays-connected', server.groupOID, server.running.url);
    const goes = await enter('goes-away', server.groupOID, server.running.url);
    // What was announced meanwhile is lost with the connections that listened for it.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db())
      .catch(() => undefined);
    await sql`delete from member_role where member_oid = ${goes.oid}`.execute(db());
    await until('the other is gone', goes.live.losses, (losses) => losses > 0);
    expect(stays.live.losses()).toBe(0);
    stays.live.stop();
    goes.live.stop();
  });
});

describe('what a page is denied', () => {
  it('stands in the log of the organisation that its session belongs to', async () => {
    const { token } = await server.login();
    const answer = await callAt(server.running.url, token, calls.appearance.screenConfig);
    const {
      account,
      clientId,
      url,
      password: own,
    } = JSON.parse(answer.data as string) as Record<string, string>;
    const connect = (given: string) =>
      mqtt.connectAsync(`${server.running.url.replace('http', 'ws')}${url}`, {
        protocolVersion: 4,
        clientId: clientId ?? '',
        username: account ?? '',
        password: given,
        reconnectPeriod: 0,
      });
    await expect(connect('wrong')).rejects.toThrow('Not authorized');
    const page = await connect(own ?? '');
    page.end(true);
    const rows = () =>
      db()
        .selectFrom('audit_log')
        .select(['outcome', 'address', 'detail'])
        .where('action', '=', 'call.denied')
        .where('outcome', '=', 'notSignedIn')
        .where('group_root', 'is not', null)
        .execute();
    await expect.poll(rows).toEqual([
      {
        outcome: 'notSignedIn',
        address: expect.stringContaining('127.0.0.1'),
        detail: { path: '/mqtt', count: 1 },
      },
    ]);
  });
});

describe('what the broker denies to a device', () => {
  const rowsOf = (dockOID: string) =>
    db()
      .selectFrom('audit_log')
      .select(['outcome', 'group_root', 'detail', 'address'])
      .where('dock_oid', '=', dockOID)
      .where('action', '=', 'device.denied')
      .orderBy('seq')
      .execute();

  it('stands in the log of its organisation, and what is allowed does not', async () => {
    const sn = 'DENIED0001';
    const dock = { name: '机场', model: '3-2-0', sn, groupOID: server.groupOID, vendor: 'DJI' };
    const { oid, secret } = await ask(calls.dock.add, dock);
    const connect = (given: string) =>
      mqtt.connectAsync(server.running.mqtt, {
        username: sn,
        password: given,
        clientId: sn,
        reconnectPeriod: 0,
      });
    for (let n = 0; n < 3; n += 1) await expect(connect('wrong')).rejects.toThrow(/refused/i);
    const [credentials] = await until(
      'denied',
      () => rowsOf(oid as string),
      (rows) => rows.length > 0,
    );
    expect(credentials).toMatchObject({
      outcome: 'refused',
      detail: { sn, reason: 'deviceCredentials', count: 1 },
    });
    const client = await connect(secret as string);
    client.on('error', () => undefined);
    await client.publishAsync(`thing/product/${sn}/osd`, '{}');
    client.publish('thing/product/SOMEBODY/services_reply', '{}');
    const rows = await until(
      'denied',
      () => rowsOf(oid as string),
      (found) => found.length > 1,
    );
    client.end(true);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      detail: { sn, reason: 'devicePublish', topic: 'thing/product/SOMEBODY/services_reply' },
    });
  });
});
