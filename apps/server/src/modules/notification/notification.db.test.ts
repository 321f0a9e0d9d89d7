import {
  decodeLive,
  firstPreferences,
  limits,
  notificationCalls,
  type NotificationMessage,
  type NotificationRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createNotification, type NotificationRoom } from './index.ts';
import { minuteOfDay } from './minute-of-day.ts';

let rooms: TestRooms;
let notification: NotificationRoom;
let dock: string;
let operator: string;
let operatorOID: string;
let pushed: { topic: string; message: NotificationMessage }[] = [];
let brokerUp = true;

const oidOf = async (account: string): Promise<string> =>
  (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';

beforeAll(async () => {
  rooms = await createTestRooms();
  notification = createNotification(rooms.runtime, {
    audit: rooms.audit,
    publish: async (topic, payload) => {
      if (!brokerUp) throw new Error('broker down');
      pushed.push({ topic, message: decodeLive(payload)?.data as NotificationMessage });
    },
  });
  await rooms.seed('gamma', ['administrator', 'operator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  dock = await createTestFlights(rooms.runtime).dock('gamma-administrator');
  operator = await rooms.tokenOf('gamma-operator');
  operatorOID = await oidOf('gamma-operator');
});
afterAll(() => rooms.close());
beforeEach(async () => {
  brokerUp = true;
  await sql`delete from notification`.execute(rooms.db);
  await sql`delete from notification_preference`.execute(rooms.db);
  pushed = [];
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T>(declaration: Declaration, request: unknown, token = operator): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: notification.endpoints })).data as T;
const list = async (request: object = {}, token = operator): Promise<NotificationRecord[]> =>
  (await call<{ list: NotificationRecord[] }>(notificationCalls.query, request, token)).list;
const unread = async (token = operator): Promise<number> =>
  (await call<{ count: number }>(notificationCalls.unreadCount, {}, token)).count;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );
const setPreferences = (change: object): Promise<unknown> =>
  call(notificationCalls.preferencesSet, { ...firstPreferences, ...change });

describe('those who hold the right over a dock', () => {
  it('are told of it, live and to read later, and nobody else is', async () => {
    await notification.notifyHolders(dock, 'dock:control', { kind: 'controlLostInFlight' });
    const administrator = await oidOf('gamma-administrator');
    expect(pushed.map((one) => one.topic).toSorted()).toEqual(
      [administrator, operatorOID].map((oid) => `USER/${oid}/9902`).toSorted(),
    );
    const [row] = await list();
    expect(row).toMatchObject({
      kind: 'controlLostInFlight',
      level: 'alarm',
      values: { dockOID: dock },
      readAt: null,
      link: `/PortMonitorSee?oid=${dock}`,
      allowed: ['read', 'delete'],
    });
    expect(pushed.find((one) => one.topic.includes(operatorOID))?.message).toMatchObject({
      oid: row?.oid,
      change: 'told',
      popup: true,
      sound: true,
      at: row?.at,
    });
    expect(await list({}, await rooms.tokenOf('omega-operator'))).toEqual([]);
    expect(await list({}, await rooms.tokenOf('gamma-auditor'))).toEqual([]);
  });

  it('are told although the broker is away, and heard although the rows are refused', async () => {
    brokerUp = false;
    await notification.notifyHolders(dock, 'dock:control', { kind: 'controlLostInFlight' });
    expect(await unread()).toBe(1);
    brokerUp = true;
    await sql`alter table notification add constraint refused check (kind <> 'controlLostInFlight') not valid`.execute(
      rooms.db,
    );
    await expect(
      notification.notifyHolders(dock, 'dock:control', { kind: 'controlLostInFlight' }),
    ).rejects.toThrow(/refused/);
    await sql`alter table notification drop constraint refused`.execute(rooms.db);
    expect(pushed).toHaveLength(2);
  });
});

describe('a second device that tries again and again', () => {
  it('is told of now and then', async () => {
    for (const wait of [0, 59_999, 1]) {
      rooms.clock.move(wait);
      await notification.notifyHolders(dock, 'dock:control', { kind: 'dockTwin' });
    }
    expect(await unread()).toBe(2);
  });
});

describe('members', () => {
  const notify = (kind: 'rightsChanged' | 'memberAdded' | 'dockTwin', oids = [operatorOID]): Promise<void> =>
    notification.notifyMembers(rooms.db, oids, { kind, values: { by: 'x' } });

  it('read what they were told, newest first, and their windows agree', async () => {
    await notify('memberAdded');
    rooms.clock.move(1_000);
    await notify('rightsChanged');
    const [newest, oldest] = await list();
    expect([newest?.kind, oldest?.kind]).toEqual(['rightsChanged', 'memberAdded']);
    expect(await unread()).toBe(2);
    pushed = [];
    expect(await call(notificationCalls.read, { oids: [newest?.oid] })).toEqual({ count: 1 });
    expect(pushed[0]?.message).toMatchObject({ change: 'seen', oids: [newest?.oid] });
    expect((await list({ unread: true })).map((one) => one.oid)).toEqual([oldest?.oid]);
    expect(await call(notificationCalls.read, { all: true })).toEqual({ count: 1 });
    expect(pushed[1]?.message).toMatchObject({ change: 'seen', oids: null });
    expect(await unread()).toBe(0);
    expect(await reasonOf(call(notificationCalls.read, {}))).toBe('invalid');
    expect(await list({ level: 'info' })).toHaveLength(1);
    expect(await call(notificationCalls.remove, { oids: [newest?.oid] })).toEqual({ ok: true });
    expect(await list()).toHaveLength(1);
  });

  it('never reach what others were told', async () => {
    await notify('memberAdded', [operatorOID, await oidOf('gamma-administrator')]);
    const token = await rooms.tokenOf('gamma-administrator');
    const [theirs] = await list({}, token);
    const [own] = await list();
    expect(await reasonOf(call(notificationCalls.read, { oids: [own?.oid, theirs?.oid] }))).toBe('notFound');
    expect(await reasonOf(call(notificationCalls.remove, { oids: [own?.oid, theirs?.oid] }))).toBe(
      'notFound',
    );
    expect([await unread(), await unread(token)]).toEqual([1, 1]);
  });

  it('who are gone are not told', async () => {
    const auditor = await oidOf('gamma-auditor');
    await sql`update member set enabled = false where oid = ${auditor}`.execute(rooms.db);
    await notify('memberAdded', [auditor, 'ffffffff-ffff-4fff-8fff-ffffffffffff']);
    await sql`update member set enabled = true where oid = ${auditor}`.execute(rooms.db);
    expect(pushed).toEqual([]);
  });

  it('say how they are told; what concerns safety is told by every means', async () => {
    expect(await call(notificationCalls.preferencesGet, {})).toMatchObject({
      ...firstPreferences,
      timeZone: 'Asia/Shanghai',
    });
    const silent = { bell: false, popup: false, sound: false };
    await setPreferences({ levels: { info: silent, attention: silent } });
    await notify('rightsChanged');
    await notify('dockTwin');
    expect(await unread()).toBe(1);
    expect(await list()).toHaveLength(2);
    expect(pushed.map(({ message: { popup, sound } }) => [popup, sound])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('have quiet hours by the clock of their organisation', async () => {
    const now = minuteOfDay('Asia/Shanghai', rooms.clock.wall());
    expect(now).not.toBe(minuteOfDay('UTC', rooms.clock.wall()));
    await setPreferences({ quiet: { from: now, to: (now + 1) % 1_440 } });
    await notify('rightsChanged');
    rooms.clock.move(60_000);
    await notify('rightsChanged');
    expect(pushed.map(({ message }) => message.popup)).toEqual([false, true]);
    expect(await unread()).toBe(2);
  });

  it('forget what is old', async () => {
    await notify('memberAdded');
    rooms.clock.move(limits.notification.keepDays * 86_400_000 - 1);
    await notification.dropOld();
    operator = await rooms.tokenOf('gamma-operator');
    expect(await list()).toHaveLength(1);
    rooms.clock.move(2);
    await notification.dropOld();
    expect(await list()).toEqual([]);
  });

  it('are all told, also those beyond the five thousand of one statement', async () => {
    await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
      select gen_random_uuid(), group_root, group_oid, 'many-' || n, 'n', 'x'
      from member, generate_series(1, 5003) as n where oid = ${operatorOID}`.execute(rooms.db);
    const { rows } = await sql<{ oid: string }>`select oid from member where account like 'many-%'`.execute(
      rooms.db,
    );
    await notify(
      'memberAdded',
      rows.map((one) => one.oid),
    );
    expect(new Set(pushed.map(({ topic }) => topic)).size).toBe(5_003);
    const { rows: stored } = await sql<{ count: number }>`select count(distinct member_oid)::int as count
      from notification`.execute(rooms.db);
    expect(stored).toEqual([{ count: 5_003 }]);
  });
});

describe('a clock that stays wrong', () => {
  it('is told of a few times a day, whichever server notices, with how much is too much', async () => {
    for (const wait of [0, 60_000, limits.notification.clockAgain - 60_001, 1]) {
      rooms.clock.move(wait);
      await notification.notifyHolders(dock, 'dock:control', { kind: 'dockClock', level: 'alarm' });
    }
    const notified = await rooms.db
      .selectFrom('notification')
      .select(['at', 'values'])
      .where('kind', '=', 'dockClock')
      .execute();
    expect(new Set(notified.map(({ at }) => at.getTime())).size).toBe(2);
    for (const { values } of notified) expect(values).toMatchObject({ dockOID: dock, seconds: '5' });
  });
});
