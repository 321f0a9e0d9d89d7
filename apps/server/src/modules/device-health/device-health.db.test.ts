import {
  deviceMessageCalls,
  flightErrorCalls,
  deviceHealthCalls,
  type ErrorRecord,
  type HealthRecord,
  type MessageDetail,
  type StandingAlarm,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BytesAnswer, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { dockForCaller } from '../dock/index.ts';
import { insertAlarm, insertException, insertMessage } from './device-health.fixture.ts';
import { deviceHealthEndpoints, requireService } from './index.ts';
import { dropOldRows } from './cleanup.store.ts';

const day = 86_400_000;
const start = 1_760_000_000_000;
let rooms: TestRooms;
let flights: TestFlights;
let endpoints: Endpoint[];
let dock: string;
let other: string;
let administrator: string;
let stranger: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  flights = createTestFlights(rooms.runtime);
  const { runtime, audit, department, member, db } = rooms;
  endpoints = deviceHealthEndpoints({
    runtime,
    audit,
    department,
    dockInScope: async (caller, oid) => {
      const found = await dockForCaller(db, caller, oid);
      if (!found) throw notFound();
      return found;
    },
    requireFlight: async () => {
      throw notFound();
    },
    timeZoneOf: async () => 'America/New_York',
    requireDriver: requireService(async (oid) => (await member.byOid(db, oid))?.service === true),
  });
  await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  dock = await flights.dock('gamma-administrator');
  other = await flights.dock('gamma-administrator');
  await sql`update dock set name = '北站机场' where oid = ${other}`.execute(db);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  for (const table of ['device_health', 'device_exception', 'device_message'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  administrator = await rooms.tokenOf('gamma-administrator');
  stranger = await rooms.tokenOf('omega-administrator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = HealthRecord>(
  declaration: Declaration,
  request: unknown,
  token = administrator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: endpoints })).data as T;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );
interface Page<T> {
  list: T[];
  total: number;
}
const found = async (request: object, token = administrator): Promise<string[]> => {
  const page = await call<Page<HealthRecord>>(deviceHealthCalls.query, request, token);
  expect(page.total).toBe(
    (await call<{ count: number }>(deviceHealthCalls.queryCount, request, token)).count,
  );
  return page.list.map((row) => row.code);
};
const textOf = async (answer: unknown): Promise<string> => {
  if (!(answer instanceof BytesAnswer) || answer.body instanceof Uint8Array) throw new Error('no stream');
  return Buffer.concat(await answer.body.toArray()).toString();
};

describe('alarms', () => {
  it('are found by every filter, newest first', async () => {
    await insertAlarm(rooms.db, { dock, code: '0x19110014', at: start });
    await insertAlarm(rooms.db, {
      dock,
      code: '0x1B030004',
      device: 'drone',
      inTheSky: true,
      at: start + 1,
      level: 1,
    });
    await insertAlarm(rooms.db, { dock: other, code: '0x19114000', at: start + 2, cleared: true, module: 3 });
    await insertAlarm(rooms.db, { dock: other, code: '0xFFFF0001', at: start + day, level: 0 });
    expect(await found({})).toEqual(['0xFFFF0001', '0x19114000', '0x1B030004', '0x19110014']);
    expect(await found({ dockOID: dock })).toEqual(['0x1B030004', '0x19110014']);
    expect(await found({ device: 'drone' })).toEqual(['0x1B030004']);
    expect(await found({ inTheSky: true })).toEqual(['0x1B030004']);
    expect(await found({ level: 0 })).toEqual(['0xFFFF0001']);
    expect(await found({ module: 3 })).toEqual(['0x19114000']);
    expect(await found({ state: 'cleared' })).toEqual(['0x19114000']);
    expect(await found({ state: 'open', level: 2 })).toEqual(['0x19110014']);
    expect(await found({ code: '0X1b030004' })).toEqual(['0x1B030004']);
    expect(await found({ from: start + 1, to: start + day })).toEqual(['0x19114000', '0x1B030004']);
    expect(await found({ handled: true })).toEqual([]);
    expect(await found({ keyword: '北站' })).toEqual(['0xFFFF0001', '0x19114000']);
    expect(await found({ keyword: 'ffff' })).toEqual(['0xFFFF0001']);
    expect(await found({ keyword: '打开超时' })).toEqual(['0x19110014']);
    expect(await found({ keyword: 'signal LOST' })).toEqual(['0x1B030004']);
    expect(
      (await call<Page<unknown>>(deviceHealthCalls.query, { pageNum: 2, pageSize: 3 })).list,
    ).toHaveLength(1);
  });

  it('that stand are named for a map: the worst of each device, with their number', async () => {
    const standing = (token?: string) =>
      call<{ list: StandingAlarm[]; more: boolean }>(deviceHealthCalls.standing, {}, token);
    await insertAlarm(rooms.db, { dock, code: '0x19110014', level: 2, at: start });
    await insertAlarm(rooms.db, { dock, code: '0x19114000', level: 2, at: start + 1 });
    await insertAlarm(rooms.db, { dock, code: '0x19110401', level: 1, at: start + 2 });
    await insertAlarm(rooms.db, { dock, code: '0x1B030004', level: 1, device: 'drone' });
    await insertAlarm(rooms.db, { dock: other, code: '0xFFFF0001', level: 0 });
    await insertAlarm(rooms.db, { dock: other, cleared: true });
    const { list, more } = await standing();
    expect(more).toBe(false);
    expect(list).toMatchObject([
      { dockOID: dock, device: 'dock', code: '0x19114000', level: 2, count: 3, firstAt: start + 1 },
      { dockOID: dock, device: 'drone', code: '0x1B030004', level: 1, count: 1 },
    ]);
    expect((await standing(stranger)).list).toEqual([]);
  });

  it('carry what they mean, or say that nobody knows', async () => {
    const known = await insertAlarm(rooms.db, { dock });
    const unknown = await insertAlarm(rooms.db, { dock, code: '0xABCDEF01', module: 2 });
    expect(await call(deviceHealthCalls.get, { oid: known })).toMatchObject({
      explanation: 'health.19110014',
      args: { sensor_index: 1 },
      clearedAt: null,
      note: null,
      allowed: ['get', 'edit', 'delete'],
    });
    expect(await call(deviceHealthCalls.get, { oid: unknown })).toMatchObject({
      explanation: null,
      module: 2,
    });
  });

  it('keep the note of what was done, and who wrote it', async () => {
    const oid = await insertAlarm(rooms.db, { dock });
    expect(await call(deviceHealthCalls.edit, { oid, note: '  清理了积雪 ' })).toMatchObject({
      note: '清理了积雪',
      notedBy: 'gamma administrator',
      notedAt: rooms.clock.wall(),
    });
    expect(await found({ handled: true })).toEqual(['0x19110014']);
    expect(await found({ keyword: '积雪' })).toEqual(['0x19110014']);
    expect(await call(deviceHealthCalls.edit, { oid, note: ' ' })).toMatchObject({
      note: null,
      notedBy: null,
    });
    expect(await found({ handled: false })).toEqual(['0x19110014']);
    // Rows that go by themselves leave no history behind.
    expect(await rooms.db.selectFrom('record_change').select('version').execute()).toEqual([]);
  });

  it('are hidden all or none, and their rows stay', async () => {
    const first = await insertAlarm(rooms.db, { dock });
    const second = await insertAlarm(rooms.db, { dock: other });
    expect(await reasonOf(call(deviceHealthCalls.remove, { oids: [first, rooms.runtime.newOid()] }))).toBe(
      'notFound',
    );
    expect(await found({})).toHaveLength(2);
    expect(await call(deviceHealthCalls.remove, { oids: [first, first] })).toEqual({ ok: true });
    const written = await sql<{ action: string; detail: unknown }>`
      select action, detail from audit_log order by seq desc limit 1`.execute(rooms.db);
    expect(written.rows).toEqual([{ action: 'hms.delete', detail: { oids: [first] } }]);
    expect(await found({})).toHaveLength(1);
    expect(await reasonOf(call(deviceHealthCalls.get, { oid: first }))).toBe('notFound');
    expect(await reasonOf(call(deviceHealthCalls.edit, { oid: first, note: 'x' }))).toBe('notFound');
    const kept = await rooms.db.selectFrom('device_health').select('oid').execute();
    expect(kept.map((row) => row.oid).toSorted()).toEqual([first, second].toSorted());
  });

  it('of another organisation or department do not exist', async () => {
    const oid = await insertAlarm(rooms.db, { dock });
    expect(await found({}, stranger)).toEqual([]);
    for (const [declaration, request] of [
      [deviceHealthCalls.get, { oid }],
      [deviceHealthCalls.edit, { oid, note: 'x' }],
      [deviceHealthCalls.remove, { oids: [oid] }],
    ] as const)
      expect(await reasonOf(call(declaration, request, stranger))).toBe('notFound');
    const { groupOID } = await call(deviceHealthCalls.get, { oid });
    expect(await reasonOf(call(deviceHealthCalls.query4Dep, { groupOID }, stranger))).toBe('notFound');
    expect((await call<Page<unknown>>(deviceHealthCalls.query4Dep, { groupOID })).total).toBe(1);
  });

  it('are handled by those with the right, and read by all who have the page', async () => {
    const oid = await insertAlarm(rooms.db, { dock });
    const operator = await rooms.tokenOf('gamma-operator');
    expect(await call(deviceHealthCalls.get, { oid }, operator)).toMatchObject({ allowed: ['get'] });
    expect(await reasonOf(call(deviceHealthCalls.edit, { oid, note: 'x' }, operator))).toBe('notAllowed');
    expect(await reasonOf(call(deviceHealthCalls.remove, { oids: [oid] }, operator))).toBe('notAllowed');
  });

  it('are reported by the account of a driver alone, once while they stand', async () => {
    const report = { dockOID: dock, device: 'dock', code: '0x19110401', level: 2, sensorIndex: 3 };
    expect(await reasonOf(call(deviceHealthCalls.add, report))).toBe('deviceOnly');
    await sql`update member set service = true where account = 'gamma-administrator'`.execute(rooms.db);
    try {
      const first = await call(deviceHealthCalls.add, report);
      expect(first).toMatchObject({ code: '0x19110401', args: { sensor_index: 3 }, clearedAt: null });
      expect((await call(deviceHealthCalls.add, report)).oid).toBe(first.oid);
      const cleared = await call(deviceHealthCalls.add, { ...report, code: '0X19110401', cleared: true });
      expect(cleared).toMatchObject({ oid: first.oid, clearedAt: rooms.clock.wall() });
      expect(await reasonOf(call(deviceHealthCalls.add, { ...report, cleared: true }))).toBe('notFound');
      const exception = { dockOID: dock, code: '514107', remark: '<script>x</script>' };
      expect(await call<ErrorRecord>(flightErrorCalls.add, exception)).toMatchObject({
        explanation: 'error.coverOpenFailed',
        source: 'driver',
        detail: { remark: '<script>x</script>' },
      });
      const foreign = { ...report, dockOID: rooms.runtime.newOid() };
      expect(await reasonOf(call(deviceHealthCalls.add, foreign))).toBe('notFound');
    } finally {
      await sql`update member set service = false where account = 'gamma-administrator'`.execute(rooms.db);
    }
  });
});

describe('exceptions and messages', () => {
  it('are found by code, meaning, kind and result', async () => {
    await insertException(rooms.db, { dock, code: '514107' });
    await insertException(rooms.db, { dock, code: '784', family: 'break', at: start + 1 });
    await insertException(rooms.db, { dock, code: 'unknown', family: 'outcome', at: start + 2 });
    const codes = async (request: object) =>
      (await call<Page<ErrorRecord>>(flightErrorCalls.query, request)).list.map((row) => row.code);
    expect(await codes({})).toEqual(['unknown', '784', '514107']);
    expect(await codes({ family: 'break' })).toEqual(['784']);
    expect(await codes({ keyword: 'Strong Wind' })).toEqual(['784']);
    expect(await codes({ source: 'job', level: 2, code: '514107' })).toEqual(['514107']);

    await insertMessage(rooms.db, {
      dock,
      method: 'flighttask_prepare',
      kind: 'services_reply',
      result: 319016,
    });
    const oid = await insertMessage(rooms.db, { dock, at: start + 1 });
    const methods = async (request: object) =>
      (await call<Page<MessageDetail>>(deviceMessageCalls.query, request)).list.map((row) => row.method);
    expect(await methods({})).toEqual(['hms', 'flighttask_prepare']);
    expect(await methods({ failed: true })).toEqual(['flighttask_prepare']);
    expect(await methods({ kind: 'events', direction: 'up', method: 'hms' })).toEqual(['hms']);
    expect(await methods({ keyword: 'tid-1' })).toHaveLength(2);
    expect(await call<MessageDetail>(deviceMessageCalls.get, { oid })).toMatchObject({
      payload: '{"list":[]}',
    });
    expect(await reasonOf(call(deviceMessageCalls.get, { oid }, stranger))).toBe('notFound');
  });

  it('leave as a table in the language of the reader, with no live formula', async () => {
    const oid = await insertException(rooms.db, { dock, detail: { text: '=1' } });
    await call(flightErrorCalls.edit, { oid, note: '=HYPERLINK("http://x")' });
    const { data } = await rooms.call(
      flightErrorCalls.export,
      { format: 'csv' },
      { token: administrator, extra: endpoints, language: 'zh-CN' },
    );
    const text = await textOf(data);
    expect(text).toContain('下一步');
    expect(text).toContain('舱盖打开失败');
    expect(text.split('\r\n')[0]).toContain('(America/New_York)');
    expect(text).toMatch(/^"?\d{4}-\d\d-\d\d [\d:.]+-0[45]:00/m);
    expect(text).toContain("'=HYPERLINK");
    const taken = await rooms.db
      .selectFrom('audit_log')
      .select('action')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(taken?.action).toBe('deviceException.export');
  });

  it('of two and a half pieces come out whole, once each, in order', async () => {
    await sql`insert into device_exception (oid, group_root, group_oid, dock_oid, at, family, code, source, level,
        in_the_sky)
      select gen_random_uuid(), group_root, group_oid, dock.oid, to_timestamp(${start / 1000} + n % 7), 'error',
        (300000 + n)::text, 'job', 1, false
      from dock, generate_series(1, 2500) as n where dock.oid = ${dock}`.execute(rooms.db);
    const text = await textOf(await call(flightErrorCalls.export, { format: 'csv' }));
    const codes = [...text.matchAll(/,(30\d{4}),/g)].map((match) => match[1]);
    expect(codes).toHaveLength(2500);
    expect(new Set(codes).size).toBe(2500);
  });
});

describe('old rows', () => {
  it('go in pieces; alarms that stand stay', async () => {
    for (const at of [start - 2 * day, start - day, start]) await insertMessage(rooms.db, { dock, at });
    await insertAlarm(rooms.db, { dock, at: start - 2 * day });
    await insertAlarm(rooms.db, { dock: other, at: start - 2 * day, cleared: true });
    expect(await dropOldRows(rooms.db, 'device_message', new Date(start), 1)).toBe(2);
    expect(await dropOldRows(rooms.db, 'device_health', new Date(start))).toBe(1);
    expect(await found({})).toEqual(['0x19110014']);
  });
});
