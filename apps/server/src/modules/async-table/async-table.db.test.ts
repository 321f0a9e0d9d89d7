import { Readable } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import { asyncTableCalls, flightCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer, Endpoint } from '../../platform/http/endpoint.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createAsyncTable } from './index.ts';

let rooms: TestRooms;
let flights: TestFlights;
let extra: Endpoint[];
const at = 1_760_000_000_000;
const made = { dock: '', drone: '', task: '', flight: '', groupRoot: '' };

type Declaration = Parameters<TestRooms['call']>[0];
interface Rows {
  list: Record<string, unknown>[];
  total: number;
  totalMore?: true;
}
const ask = async <T = Rows>(
  declaration: Declaration,
  request: object,
  account = 'mu-operator',
): Promise<T> =>
  (await rooms.call(declaration, request, { token: await rooms.tokenOf(account), extra })).data as T;
const textOf = async (declaration: Declaration, request: object): Promise<string> => {
  const { body } = await ask<BytesAnswer>(declaration, { ...request, format: 'csv' });
  return body instanceof Readable ? streamText(body) : Buffer.from(body).toString();
};

/** One aircraft with so many rows of a flight, a second apart. */
const addTelemetry = async (account: string, rows: number): Promise<string> => {
  const drone = rooms.runtime.newOid();
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
    select ${drone}, group_root, group_oid, ${`drone of ${account}`}, ${drone}, '0-91-0' from member
    where account = ${account}`.execute(rooms.db);
  await sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, percent)
    select ${drone}::uuid, to_timestamp(${at / 1000}::float8 + n), ${made.flight}::uuid, 113.9, 22.5, n, 80
    from generate_series(1, ${rows}::int) n`.execute(rooms.db);
  return drone;
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('mu', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('nu', ['operator'], 'Flug-4711!');
  extra = createAsyncTable(rooms.runtime, { audit: rooms.audit, timeZoneOf: async () => 'Asia/Shanghai' });
  flights = createTestFlights(rooms.runtime);
  const account = 'mu-operator';
  made.dock = await flights.dock(account);
  made.task = await flights.task(account);
  const routeOID = await flights.route(account);
  made.flight = await flights.flight(account, { taskOID: made.task, routeOID, dockOID: made.dock });
  const { newOid } = rooms.runtime;
  for (const [minute, state, reason] of [
    [0, 'launched', null],
    [1, 'missed', 'late'],
    [2, 'planned', null],
  ] as const)
    await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, reason, flight_oid,
        decided_at)
      values (${newOid()}, ${made.task}, ${`2025-10-09T08:0${minute}`}, 'UTC', ${new Date(at + minute * 60_000)},
        ${state}, ${reason}, ${state === 'launched' ? made.flight : null},
        ${state === 'planned' ? null : new Date(at)})`.execute(rooms.db);
  for (const [second, method] of [
    [0, 'startJob'],
    [1, 'returnHome'],
  ] as const)
    await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
        arguments_hash, issued_by, issued_at, expires_at, state, created_at)
      select ${newOid()}, group_root, dock_oid, oid, ${method}, ${method}, '{}', '', executor_oid, now(), now(),
        'succeeded', ${new Date(at + second * 1000)} from flight where oid = ${made.flight}`.execute(
      rooms.db,
    );
  made.drone = await addTelemetry(account, 1_200);
});
afterAll(() => rooms.close());

describe('the big tables', () => {
  it('show runs of all tasks, with the dock of their flight and the reason in words', async () => {
    const { list, total } = await ask(asyncTableCalls.runs, {});
    expect(total).toBe(3);
    expect(list.map(({ state }) => state)).toEqual(['planned', 'missed', 'launched']);
    expect(list[1]).toMatchObject({ taskName: '任务', reason: 'late', dockName: null });
    expect(list[1]?.['message']).not.toBe('late');
    expect(list[2]).toMatchObject({ dockName: '机场', flightOID: made.flight });
    expect((await ask(asyncTableCalls.runs, { state: 'missed' })).total).toBe(1);
    expect((await ask(asyncTableCalls.runs, { keyword: '任' })).total).toBe(3);
    expect((await ask(asyncTableCalls.runs, { from: at + 1, to: at + 60_000 })).total).toBe(1);
  });

  it('show orders of all docks, by method, state and flight', async () => {
    const { list } = await ask(asyncTableCalls.commands, {});
    expect(list.map(({ method }) => method)).toEqual(['returnHome', 'startJob']);
    expect(list[0]).toMatchObject({ dockName: '机场', state: 'succeeded', message: 'Done' });
    expect((await ask(asyncTableCalls.commands, { method: 'startJob' })).total).toBe(1);
    expect((await ask(asyncTableCalls.commands, { flightOID: made.flight, keyword: '机' })).total).toBe(2);
    expect((await ask(asyncTableCalls.commands, { state: 'failed' })).total).toBe(0);
  });

  it('show telemetry of one aircraft or one flight, and refuse all of them at once', async () => {
    const first = await ask(asyncTableCalls.telemetry, { droneOID: made.drone, pageSize: 2, pageNum: 2 });
    expect(first).toMatchObject({ total: 1_200, pageNum: 2 });
    expect(first.list.map((row) => row['at'])).toEqual([at + 1_198_000, at + 1_197_000]);
    expect(first.list[0]).toMatchObject({ droneName: 'drone of mu-operator', height: 1198, percent: 80 });
    const within = { flightOID: made.flight, from: at + 5_000, to: at + 7_000 };
    expect((await ask(asyncTableCalls.telemetry, within)).total).toBe(3);
    await expect(ask(asyncTableCalls.telemetry, {})).rejects.toMatchObject({ reason: 'invalid' });
    expect(await ask(asyncTableCalls.drones, { keyword: 'of mu' })).toMatchObject({
      list: [{ oid: made.drone }],
    });
  });

  it('leave with what people decided about a flight', async () => {
    await sql`update flight set ai_types = '{crack,ufo}', ai_range = 37, work_order_type = 'repair',
      assignment = 'automatic' where oid = ${made.flight}::uuid`.execute(rooms.db);
    const [heads = '', row = ''] = (await textOf(asyncTableCalls.exportFlights, {})).trim().split('\r\n');
    expect(heads).toContain('AI types,AI range (m),Work-order type,Assignment,');
    expect(row).toContain('"crack, ufo",37,repair,Automatic,');
  });

  it('leave as files with every row that matches, and the audit log says so', async () => {
    const rows = async (declaration: Declaration, request: object) =>
      (await textOf(declaration, request)).trim().split('\r\n');
    expect(await rows(asyncTableCalls.exportFlights, {})).toHaveLength(2);
    expect(await rows(asyncTableCalls.exportRuns, { state: 'missed' })).toHaveLength(2);
    expect(await rows(asyncTableCalls.exportCommands, {})).toHaveLength(3);
    const telemetry = await rows(asyncTableCalls.exportTelemetry, { droneOID: made.drone });
    expect(telemetry).toHaveLength(1_201);
    expect(new Set(telemetry).size).toBe(1_201);
    const { rows: audit } = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'asyncTable.export'`.execute(rooms.db);
    expect(audit[0]?.count).toBe(5);
  });

  it('show nothing of another organisation, and nothing to who lacks the page', async () => {
    const stranger = 'nu-operator';
    for (const [declaration, request] of [
      [asyncTableCalls.runs, {}],
      [asyncTableCalls.commands, {}],
      [asyncTableCalls.telemetry, { droneOID: made.drone }],
      [asyncTableCalls.telemetry, { flightOID: made.flight }],
    ] as const)
      expect(await ask(declaration, request, stranger)).toMatchObject({ list: [], total: 0 });
    expect(await ask(asyncTableCalls.drones, {}, stranger)).toEqual({ list: [] });
    await expect(ask(asyncTableCalls.runs, {}, 'mu-leader')).rejects.toMatchObject({ reason: 'notAllowed' });
    expect(flightCalls.query.permission).toContain('/asyncTable');
  });
});
