import { type GateItem, taskCalls, waiverCalls, type ResponseOf, type WaiverRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { cancelWaiting, checkRuns, waiverEndpoints } from '../flight/index.ts';
import type { ForecastAt } from '../weather/index.ts';
import { createTask, type JudgedRun, type TaskRoom } from './index.ts';

const hour = 3_600_000;
const operator = 'gamma-operator';
let rooms: TestRooms;
let task: TaskRoom;
let pass: () => Promise<number>;
let dockOID: string;
let routeOID: string;
let taskOID: string;
let people: string | null = null;
let forecast: ForecastAt = () => 'noForecast';
const notified: string[] = [];
const tokens = new Map<string, string>();
const wallAt = (ahead: number): string => new Date(rooms.clock.wall() + ahead).toISOString().slice(0, 16);
const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(rooms.db);

const taskFrom = async (of: { dockOID: string; routeOID: string }, name = 'patrol'): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const arrangement = { ...of, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
  await sql`insert into task (oid, group_root, group_oid, name, type, created_by, arranged_by, arrangement, schedule_rule)
    select ${oid}::uuid, group_root, group_oid, ${name}, 'repeat', oid, oid, ${JSON.stringify(arrangement)}::jsonb, 'x'
    from member where account = ${operator}`.execute(rooms.db);
  return oid;
};
const comes = async (ahead: number, of = taskOID): Promise<string> => {
  const wall = wallAt(ahead);
  await sql`insert into task_ahead (task_oid, wall_time, time_zone, due_at)
    values (${of}, ${wall}, 'UTC', ${new Date(`${wall}:00Z`)})`.execute(rooms.db);
  return wall;
};
const call = async (
  declared: (typeof waiverCalls)[keyof typeof waiverCalls],
  request: object,
  account = operator,
) => {
  const token = tokens.get(account) ?? (await rooms.tokenOf(account));
  tokens.set(account, token);
  const extra = waiverEndpoints(rooms.runtime, { audit: rooms.audit, gateNow: async () => null });
  return rooms.call(declared, request, { token, extra });
};
const verdictOf = async (wall: string, of = taskOID) => {
  const { data } = await call(waiverCalls.runVerdict, { taskOID: of, wall });
  return (data as ResponseOf<typeof waiverCalls.runVerdict>).verdict;
};
const itemOf = async (wall: string, name: GateItem['item']): Promise<GateItem | undefined> =>
  (await verdictOf(wall))?.items.find(({ item }) => item === name);

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department, runtime } = rooms;
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['operator'], 'Flug-4711!');
  await run(`insert into role_resource (role_oid, resource) select oid, right_ from role,
    unnest(array['flight:waive', 'flight:overrule']) right_ where first_key = 'operator' on conflict do nothing`);
  task = createTask(runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  const judge = (runs: readonly JudgedRun[]) =>
    checkRuns(
      runtime,
      { forecastFor: async () => forecast },
      runs.map(({ dueAt, ...one }) => ({ ...one, at: dueAt.getTime(), people })),
    );
  pass = task.verdictsBy({
    judge,
    notifyAtRisk: async (_group, { name, wall }) => void notified.push(`${name} ${wall}`),
  });
  const flights = createTestFlights(runtime);
  dockOID = await flights.dock(operator);
  routeOID = await flights.route(operator);
  await run(
    `insert into dock_snapshot (dock_oid, online, lng, lat, height) values ('${dockOID}', true, 114, 30, 20)`,
  );
  const points = [0, 1, 2].map((at) => ({ lng: 114 + at * 0.002, lat: 30, height: 80, speed: 10 }));
  await sql`update route set waypoints = ${JSON.stringify(points)}::jsonb where oid = ${routeOID}`.execute(
    rooms.db,
  );
});
afterAll(() => rooms.close());
beforeEach(async () => {
  for (const table of ['gate_waiver', 'run_verdict', 'task_ahead', 'region', 'task'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  await run(`update dock set insurance_until = null, retired_at = null`);
  await run(`update organisation set policy = '{}'`);
  forecast = () => 'noForecast';
  people = null;
  notified.length = 0;
  taskOID = await taskFrom({ dockOID, routeOID });
});

describe('the verdict on runs that are to come', () => {
  it('is made of the next ones within three days, names every rule, and passes nothing that was not looked at', async () => {
    const soon = await comes(20 * hour);
    const far = await comes(80 * hour);
    expect(await pass()).toBe(1);
    expect(await verdictOf(far)).toBeNull();
    const verdict = await verdictOf(soon);
    expect(verdict).toMatchObject({ standing: 'open' });
    const of = new Map(verdict?.items.map((one) => [one.item, one]));
    expect(of.get('people')).toMatchObject({ verdict: 'passed' });
    expect(of.get('wind')).toMatchObject({ verdict: 'notChecked', reason: 'onlyAtStart' });
    expect(of.get('forecastWind')).toMatchObject({ verdict: 'notChecked', reason: 'noForecast' });
    expect(of.get('battery')).toMatchObject({ verdict: 'notChecked', reason: 'notLooked' });
    expect(of.get('licence')).toMatchObject({ verdict: 'notChecked', reason: 'noRecord' });
    // Not again before its time, and not by a second server.
    expect(await pass()).toBe(0);
  });

  it("shows tomorrow's red today, and notifies once for each change of it", async () => {
    const wall = await comes(30 * hour);
    forecast = () => ({ wind: 15, rain: 0, ageMs: 1_000 });
    await pass();
    expect(await itemOf(wall, 'forecastWind')).toMatchObject({
      verdict: 'failed',
      value: 15,
      limit: 12,
      blocks: true,
    });
    expect(notified).toEqual([`patrol ${wall.replace('T', ' ')}`]);
    forecast = () => ({ wind: 16, rain: 0, ageMs: 1_000 });
    const again = async (): Promise<void> => {
      rooms.clock.move(301_000);
      await pass();
    };
    await again();
    expect(notified).toHaveLength(1);
    forecast = () => ({ wind: 16, rain: 2, ageMs: 1_000 });
    await again();
    expect(notified).toHaveLength(2);
    forecast = () => ({ wind: 3, rain: 0, ageMs: 1_000 });
    await again();
    expect(await verdictOf(wall)).toMatchObject({ standing: 'open' });
    expect(notified).toHaveLength(2);
    tokens.clear();
  });

  it('judges dates, people and docks as they will be when the run begins', async () => {
    const [before, after] = [await comes(10 * hour), await comes(40 * hour)];
    await run(`update organisation set policy = '{"gateFailedWarns":[]}'`);
    const until = new Date(rooms.clock.wall() + 20 * hour);
    await sql`update dock set insurance_until = ${until} where oid = ${dockOID}`.execute(rooms.db);
    await pass();
    expect(await itemOf(before, 'insurance')).toMatchObject({ verdict: 'passed' });
    expect(await itemOf(after, 'insurance')).toMatchObject({ verdict: 'failed', blocks: true });
    await run(`update dock set retired_at = now()`);
    people = 'notAllowed';
    await sql`update run_verdict set made_at = made_at - interval '1 hour'`.execute(rooms.db);
    await pass();
    expect(await itemOf(before, 'arrangement')).toMatchObject({ verdict: 'failed', value: 'deviceRetired' });
    expect(await itemOf(before, 'people')).toMatchObject({ verdict: 'failed', value: 'notAllowed' });
  });

  it('sees another run that comes too close, and none that is apart in time', async () => {
    const flights = createTestFlights(rooms.runtime);
    const beside = await flights.dock(operator);
    await run(
      `insert into dock_snapshot (dock_oid, online, lng, lat, height) values ('${beside}', true, 114.001, 30, 20)`,
    );
    const other = await taskFrom({ dockOID: beside, routeOID }, 'second patrol');
    const [close, apart] = [await comes(10 * hour), await comes(20 * hour)];
    await comes(10 * hour + 120_000, other);
    await comes(21 * hour, other);
    await pass();
    expect(await itemOf(close, 'neighbours')).toMatchObject({
      verdict: 'failed',
      reason: 'tooClose',
      value: 'second patrol',
      blocks: true,
    });
    expect(await itemOf(apart, 'neighbours')).toMatchObject({ verdict: 'passed' });
  });

  it('stands in the calendar', async () => {
    const wall = await comes(30 * hour);
    forecast = () => ({ wind: 15, rain: 0, ageMs: 1_000 });
    await pass();
    const request = { from: wall.slice(0, 10), days: 1, timeZone: 'UTC', perDay: 5 };
    const token = await rooms.tokenOf(operator);
    const { data } = await rooms.call(taskCalls.calendar, request, { token, extra: task.endpoints });
    expect((data as ResponseOf<typeof taskCalls.calendar>).list[0]?.list[0]).toMatchObject({
      wall,
      standing: 'blocked',
    });
  });
});

describe('a waiver', () => {
  const ask = (wall: string, item: string, account = operator) =>
    call(waiverCalls.waive, { taskOID, wall, item, reason: 'Flood survey', hours: 48 }, account);
  const waived = async (answer: ReturnType<typeof call>): Promise<WaiverRecord> =>
    (await answer).data as WaiverRecord;

  it('of a soft rule holds by one person, is in the verdict with its reason, and ends', async () => {
    const wall = await comes(30 * hour);
    forecast = () => ({ wind: 15, rain: 0, ageMs: 1_000 });
    await pass();
    const made = await waived(ask(wall, 'forecastWind'));
    expect(made).toMatchObject({ state: 'active', item: 'forecastWind', foundValue: 15 });
    expect(await pass()).toBe(1);
    expect(await itemOf(wall, 'forecastWind')).toMatchObject({
      verdict: 'failed',
      blocks: false,
      waived: { reason: 'Flood survey', confirmedBy: null },
    });
    // What is worse than what was waived is not waived.
    forecast = () => ({ wind: 17, rain: 0, ageMs: 1_000 });
    await sql`update run_verdict set made_at = made_at - interval '1 hour'`.execute(rooms.db);
    await pass();
    expect(await itemOf(wall, 'forecastWind')).toMatchObject({ blocks: true });
    forecast = () => ({ wind: 15, rain: 0, ageMs: 1_000 });
    expect(await waived(call(waiverCalls.waiverEnd, { oid: made.oid }))).toMatchObject({ state: 'ended' });
    await pass();
    expect(await itemOf(wall, 'forecastWind')).toMatchObject({ blocks: true });
    expect(await reasonOf(call(waiverCalls.waiverEnd, { oid: made.oid }))).toBe('waiverOver');
  });

  it('of a hard rule waives nothing before a different person has confirmed it', async () => {
    await run(`update organisation set policy = '{"gateFailedWarns":[],"gateNotCheckedWarns":[]}'`);
    const wall = await comes(30 * hour);
    await pass();
    expect(await itemOf(wall, 'region')).toMatchObject({ reason: 'noRegions', blocks: true });
    const made = await waived(ask(wall, 'region'));
    expect(made).toMatchObject({ state: 'waiting', confirmedBy: null });
    await pass();
    expect(await itemOf(wall, 'region')).toMatchObject({ blocks: true });
    expect(await reasonOf(call(waiverCalls.waiverConfirm, { oid: made.oid }))).toBe('waiverSamePerson');
    const done = await waived(call(waiverCalls.waiverConfirm, { oid: made.oid }, 'gamma-administrator'));
    expect(done).toMatchObject({ state: 'active' });
    await pass();
    expect((await itemOf(wall, 'region'))?.waived?.confirmedBy).toBe(done.confirmedBy);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where action like 'flight.waive%'
      order by 1`.execute(rooms.db);
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['flight.waive', 'flight.waiverConfirm', 'flight.waiverEnd']),
    );
  });

  it('is refused of what nobody may waive, of what is in no way, without the right, and outside one’s sight', async () => {
    const wall = await comes(30 * hour);
    await pass();
    expect(await reasonOf(ask(wall, 'clock'))).toBe('waiverNever');
    expect(await reasonOf(ask(wall, 'otherFlight'))).toBe('waiverNever');
    expect(await reasonOf(ask(wall, 'battery'))).toBe('waiverNever');
    expect(await reasonOf(ask(wall, 'insurance'))).toBe('waiverNothing');
    expect(await reasonOf(ask(wall, 'insurance', 'tau-operator'))).toBe('notFound');
    await run(`delete from role_resource where resource = 'flight:overrule' and role_oid in
      (select oid from role where first_key = 'operator')`);
    tokens.clear();
    expect(await reasonOf(ask(wall, 'surroundings'))).toBe('waiverRight');
  });
});
