import { limits, noticeCalls, type NoticeRecord, type ShownNotice } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../platform/http/refusal.ts';
import { until as awaited } from '../../testing/caller.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createNotices } from './notice.service.ts';
import { notifyNext, type NotifyMembers } from './notice.notify.ts';
import { createNoticeWatch } from './notice.watch.ts';
import { operationEndpoints, type OperationServices } from './operation.endpoints.ts';

let rooms: TestRooms;
let endpoints: ReturnType<typeof operationEndpoints>;
let toConsoles: (string | null)[] = [];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  rooms = await createTestRooms();
  const first = { dataDir: '/nowhere', demo: false, adminPassword: 'Given-Pass1!' };
  await rooms.organisation.ensureFirstOrganisation(first);
  await rooms.seed('north', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  for (const account of ['admin', 'north-administrator', 'north-operator', 'south-administrator'])
    tokens[account] = await rooms.tokenOf(account);
  const watch = createNoticeWatch(rooms.runtime, rooms.database.connection.listen);
  const notices = createNotices(rooms.runtime, {
    audit: rooms.audit,
    watch,
    notifyConsoles: async (groupRoot) => void toConsoles.push(groupRoot),
  });
  endpoints = operationEndpoints({ notices } as unknown as OperationServices);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  toConsoles = [];
  await sql`delete from notice`.execute(rooms.db);
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T>(declaration: Declaration, request: unknown, account = 'north-administrator') =>
  (await rooms.call(declaration, request, { token: tokens[account] ?? null, extra: endpoints })).data as T;
const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Refusal) => error.details.issues?.[0]?.rule ?? error.reason,
  );
const shown = async (account: string): Promise<string[]> =>
  (await call<{ list: ShownNotice[] }>(noticeCalls.shown, {}, account)).list.map(({ texts }) => texts.en);
const hour = 3_600_000;
const fields = (en: string, from = 0, until = hour) => ({
  texts: { en },
  level: 'info',
  from: rooms.clock.wall() + from,
  until: rooms.clock.wall() + until,
});
const maintenance = (from: number, until: number) => ({
  ...fields('New disks', from, until),
  kind: 'maintenance',
});

describe('an announcement', () => {
  it('is read by the members it is for, and ends by itself', async () => {
    await call(noticeCalls.add, fields('Drill'));
    await call(noticeCalls.addForAll, { ...fields('All of you'), kind: 'announcement' }, 'admin');
    expect(toConsoles).toHaveLength(2);
    expect(toConsoles[1]).toBeNull();
    expect(await shown('north-operator')).toEqual(['Drill', 'All of you']);
    expect(await shown('south-administrator')).toEqual(['All of you']);
    rooms.clock.move(hour);
    expect(await shown('north-operator')).toEqual([]);
    const { list } = await call<{ list: NoticeRecord[] }>(noticeCalls.query, { state: 'over' });
    expect(list.map(({ scope, allowed, createdBy }) => [scope, allowed, createdBy?.name ?? null])).toEqual([
      ['instance', [], null],
      ['organisation', [], 'north administrator'],
    ]);
  });

  it('is put away by each reader alone, until it says something else', async () => {
    const { oid } = await call<NoticeRecord>(noticeCalls.add, fields('Drill'));
    await call(noticeCalls.putAway, { oid }, 'north-operator');
    await call(noticeCalls.putAway, { oid }, 'north-operator');
    expect(await shown('north-operator')).toEqual([]);
    expect(await shown('north-administrator')).toEqual(['Drill']);
    await call(noticeCalls.edit, { oid, ...fields('Drill', 0, 2 * hour) });
    expect(await shown('north-operator')).toEqual([]);
    await call(noticeCalls.edit, { oid, ...fields('Drill at noon') });
    expect(await shown('north-operator')).toEqual(['Drill at noon']);
  });

  it('is changed by nobody it does not belong to', async () => {
    const own = await call<NoticeRecord>(noticeCalls.add, fields('Drill'));
    const all = await call<NoticeRecord>(
      noticeCalls.addForAll,
      { ...fields('All'), kind: 'announcement' },
      'admin',
    );
    const edit = (oid: string) => ({ oid, ...fields('Mine now') });
    expect(await refusalOf(call(noticeCalls.edit, edit(own.oid), 'south-administrator'))).toBe('notFound');
    expect(await refusalOf(call(noticeCalls.end, { oid: own.oid }, 'south-administrator'))).toBe('notFound');
    expect(await refusalOf(call(noticeCalls.putAway, { oid: own.oid }, 'south-administrator'))).toBe(
      'notFound',
    );
    // It is seen there, and belongs to the operators of the instance.
    expect(await refusalOf(call(noticeCalls.edit, edit(all.oid)))).toBe('notFound');
    expect(await refusalOf(call(noticeCalls.end, { oid: all.oid }))).toBe('notFound');
    expect(await refusalOf(call(noticeCalls.add, fields('x'), 'north-operator'))).toBe('notAllowed');
    expect(await refusalOf(call(noticeCalls.addForAll, maintenance(0, hour)))).toBe('notAllowed');
    expect(await shown('north-operator')).toEqual(['Drill', 'All']);
  });

  it('says something, in a time that makes sense, and there are not too many', async () => {
    expect(await refusalOf(call(noticeCalls.add, { ...fields(''), texts: {} }))).toBe('textNeeded');
    expect(await refusalOf(call(noticeCalls.add, { ...fields(''), texts: { en: '  ' } }))).toBe('textNeeded');
    expect(await refusalOf(call(noticeCalls.add, fields('x', -hour, hour)))).toBe('past');
    for (let made = 0; made < limits.operation.notice.openMost; made += 1)
      await call(noticeCalls.add, fields(`${made}`));
    expect(await refusalOf(call(noticeCalls.add, fields('one more')))).toBe('tooMany');
  });

  it('leaves a row in the audit log for each change', async () => {
    const { oid } = await call<NoticeRecord>(noticeCalls.add, fields('Drill'));
    await call(noticeCalls.edit, { oid, ...fields('Drill at noon') });
    await call(noticeCalls.end, { oid });
    expect(await refusalOf(call(noticeCalls.end, { oid }))).toBe('noticeOver');
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where detail ->> 'oid' = ${oid} order by seq`.execute(rooms.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'announcement.add',
      'announcement.edit',
      'announcement.end',
    ]);
  });
});

describe('maintenance', () => {
  it('is shown from the moment it is planned, cannot be put away, and stands alone in its time', async () => {
    const planned = await call<NoticeRecord>(noticeCalls.addForAll, maintenance(hour, 2 * hour), 'admin');
    expect(await shown('south-administrator')).toEqual(['New disks']);
    expect(await refusalOf(call(noticeCalls.putAway, { oid: planned.oid }))).toBe('noticeStays');
    for (const [from, until] of [
      [0, hour + 1],
      [2 * hour - 1, 3 * hour],
    ] as const)
      expect(await refusalOf(call(noticeCalls.addForAll, maintenance(from, until), 'admin'))).toBe(
        'overlaps',
      );
    expect(await refusalOf(call(noticeCalls.addForAll, maintenance(2 * hour, 3 * hour), 'admin'))).toBe(
      'done',
    );
  });

  it('once begun, may be made longer and keeps its beginning', async () => {
    const { oid, from } = await call<NoticeRecord>(noticeCalls.addForAll, maintenance(0, hour), 'admin');
    rooms.clock.move(hour / 2);
    const next = { oid, ...fields('New disks', 0, 2 * hour), onSignIn: true };
    const edited = await call<NoticeRecord>(noticeCalls.edit, next, 'admin');
    expect(edited).toMatchObject({ from, until: next.until, state: 'current' });
  });
});

describe('two servers', () => {
  it('know of maintenance at once, whoever planned it, and of its end by the clock', async () => {
    const { listen } = rooms.database.connection;
    const servers = [createNoticeWatch(rooms.runtime, listen), createNoticeWatch(rooms.runtime, listen)];
    for (const one of servers) await one.start();
    const on = () => servers.map((one) => one.maintenance()?.texts.en ?? null);
    try {
      expect(on()).toEqual([null, null]);
      const { oid } = await call<NoticeRecord>(noticeCalls.addForAll, maintenance(0, hour), 'admin');
      const known = (words: string | null) =>
        awaited(
          'known everywhere',
          async () => on(),
          (all) => all.every((one) => one === words),
          2_000,
        );
      await known('New disks');
      // The database is away: what is known still holds, and still ends.
      rooms.clock.move(hour - 1);
      expect(on()).toEqual(['New disks', 'New disks']);
      rooms.clock.move(1);
      expect(on()).toEqual([null, null]);
      expect(await refusalOf(call(noticeCalls.end, { oid }, 'admin'))).toBe('noticeOver');
      const next = await call<NoticeRecord>(noticeCalls.addForAll, maintenance(0, hour), 'admin');
      await known('New disks');
      await call(noticeCalls.end, { oid: next.oid }, 'admin');
      await known(null);
    } finally {
      for (const one of servers) await one.stop();
    }
  });
});

describe('bells', () => {
  const rung: [string, string][] = [];
  let failing = false;
  const notify: NotifyMembers = async (_db, members, { kind, values }) => {
    if (failing) throw new Error('no');
    for (const member of members) rung.push([member, `${kind} ${values['zh']}`]);
  };
  const ring = async (): Promise<void> => {
    const one = async (): Promise<void> => {
      while (await notifyNext(rooms.runtime, notify));
    };
    await Promise.all([one(), one(), one()]);
  };
  beforeEach(() => {
    rung.length = 0;
    failing = false;
  });

  it('ring once for each member, however many servers look, and when the time has come', async () => {
    await call(noticeCalls.add, fields('Drill', hour, 2 * hour));
    await ring();
    expect(rung).toEqual([]);
    rooms.clock.move(hour);
    await ring();
    const north = await rooms.db
      .selectFrom('member')
      .innerJoin('organisation', 'organisation.oid', 'member.group_root')
      .select('member.oid')
      .where('organisation.name', '=', 'north')
      .execute();
    // Who wrote in one language is read in all.
    expect(new Map(rung)).toEqual(new Map(north.map(({ oid }) => [oid, 'announcement Drill'])));
    expect(rung).toHaveLength(north.length);
    await ring();
    expect(rung).toHaveLength(north.length);
  });

  it('that failed ring later; maintenance is told when it is planned', async () => {
    await call(noticeCalls.addForAll, maintenance(hour, 2 * hour), 'admin');
    failing = true;
    await expect(notifyNext(rooms.runtime, notify)).rejects.toThrow('no');
    failing = false;
    await ring();
    expect(new Set(rung.map(([, words]) => words))).toEqual(new Set(['maintenance New disks']));
    expect(new Set(rung.map(([member]) => member)).size).toBe(rung.length);
    expect(rung.length).toBeGreaterThanOrEqual(4);
  });
});
