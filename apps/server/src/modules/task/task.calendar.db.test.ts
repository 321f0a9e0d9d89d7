import { taskCalls, type CalendarDay, type ResponseOf, type TaskRecord } from '@eyrie/domain';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelWaiting } from '../flight/index.ts';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createTask, type TaskRoom } from './index.ts';

type Answer = ResponseOf<typeof taskCalls.calendar>;
type Declaration = Parameters<TestRooms['call']>[0];
const day = 86_400_000;
let rooms: TestRooms;
let task: TaskRoom;
let operator: string;
let stranger: string;
let arrangement: { dockOID: string } & Record<string, unknown>;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department } = rooms;
  task = createTask(rooms.runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  const flights = createTestFlights(rooms.runtime);
  await rooms.seed('gamma', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('omega', ['operator'], 'Flug-4711!');
  operator = await rooms.tokenOf('gamma-operator');
  stranger = await rooms.tokenOf('omega-operator');
  arrangement = {
    routeOID: await flights.route('gamma-operator'),
    dockOID: await flights.dock('gamma-operator'),
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  for (const table of ['task_ahead', 'task_occurrence', 'task'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
});

const call = async <T = TaskRecord>(declaration: Declaration, request: unknown, token = operator) =>
  (await rooms.call(declaration, request, { token, extra: task.endpoints })).data as T;

/** A day in UTC, so many days from now. */
const dateIn = (days: number): string => new Date(rooms.clock.wall() + days * day).toISOString().slice(0, 10);
const daily = (part: object = {}) => ({
  timeZone: 'UTC',
  frequency: 'day',
  from: dateIn(1),
  time: '08:00',
  ...part,
});
const add = (schedule: object, name = 'r') =>
  call(taskCalls.add, { name, type: 'at' in schedule ? 'single' : 'repeat', schedule, arrangement });
const look = (part: object = {}, token = operator): Promise<Answer> =>
  call<Answer>(taskCalls.calendar, { from: dateIn(0), days: 42, timeZone: 'UTC', ...part }, token);
const countOf = ({ counts }: CalendarDay): number => counts.reduce((all, { count }) => all + count, 0);

describe('the calendar of timed tasks', () => {
  it('shows every run of the weeks to come by day, and says while that is not expanded', async () => {
    const { oid } = await add(daily({ exceptions: [dateIn(3)] }), '巡检');
    const before = await look();
    // The next run has its row at once; what comes after it is not known yet, which is said.
    expect(before).toMatchObject({ unexpanded: 1 });
    // Of days that are past nothing is missing.
    expect(await look({ from: dateIn(-3), days: 2 })).toMatchObject({ list: [], unexpanded: 0 });
    expect(before.list.map((one) => one.day)).toEqual([dateIn(1)]);
    await task.calendar.pass();
    const { list, total, unexpanded } = await look();
    expect(unexpanded).toBe(0);
    expect(total).toBe(40);
    expect(list.map((one) => one.day)).toEqual(
      Array.from({ length: 41 }, (_, at) => dateIn(at + 1)).filter((one) => one !== dateIn(3)),
    );
    expect(list[0]?.list).toEqual([
      {
        taskOID: oid,
        taskName: '巡检',
        routeOID: arrangement['routeOID'],
        dockOID: arrangement.dockOID,
        dockName: '机场',
        wall: `${dateIn(1)}T08:00`,
        timeZone: 'UTC',
        movedTo: null,
        at: Date.parse(`${dateIn(1)}T08:00Z`),
        state: 'planned',
        standing: null,
        reason: null,
        message: null,
        flightOID: null,
        choice: null,
        chosenBy: null,
        choiceUntil: null,
      },
    ]);
  });

  it('puts a run on the day that the clocks of the reader show', async () => {
    await add({ timeZone: 'UTC', at: `${dateIn(2)}T20:00` });
    await task.calendar.pass();
    expect((await look({ timeZone: 'UTC' })).list.map((one) => one.day)).toEqual([dateIn(2)]);
    expect((await look({ timeZone: 'Asia/Shanghai' })).list.map((one) => one.day)).toEqual([dateIn(3)]);
    // The span begins and ends on the same clocks.
    expect((await look({ timeZone: 'Asia/Shanghai', from: dateIn(3), days: 1 })).list).toHaveLength(1);
    expect((await look({ timeZone: 'Asia/Shanghai', from: dateIn(2), days: 1 })).list).toHaveLength(0);
  });

  it('shows what became of a run once, also where it was expanded before', async () => {
    const { oid } = await add(daily());
    await task.calendar.pass();
    await sql`update task_occurrence set state = 'missed', reason = 'late', decided_at = now()
      where task_oid = ${oid}::uuid`.execute(rooms.db);
    const [first] = (await look()).list;
    expect(first?.counts).toEqual([{ state: 'missed', count: 1 }]);
    expect(first?.list).toHaveLength(1);
    expect(first?.list[0]?.message).toBeTruthy();
  });

  it('lists so many runs of a day, and counts all', async () => {
    await add(daily({ window: { until: '12:00', everyMinutes: 5 } }));
    await task.calendar.pass();
    const { list, unexpanded } = await look({ perDay: 3 });
    // 49 a day: more than one turn takes.
    expect(unexpanded).toBe(0);
    expect(new Set(list.map(countOf))).toEqual(new Set([49]));
    expect(list.map((one) => one.list.length)).toEqual(list.map(() => 3));
    expect(list[0]?.list.map(({ wall }) => wall.slice(11))).toEqual(['08:00', '08:05', '08:10']);
  });

  it('follows a change, a pause, a removal and what is restored', async () => {
    const shown = async (): Promise<(string | undefined)[]> => {
      await task.calendar.pass();
      return (await look({ days: 4 })).list.map((one) => one.list[0]?.wall);
    };
    const { oid } = await add(daily());
    expect(await shown()).toEqual([1, 2, 3].map((at) => `${dateIn(at)}T08:00`));
    await call(taskCalls.edit, { oid, type: 'repeat', schedule: daily({ time: '09:30' }), arrangement });
    expect(await shown()).toEqual([1, 2, 3].map((at) => `${dateIn(at)}T09:30`));
    await call(taskCalls.pauseTask, { oid, reason: '大风' });
    expect(await shown()).toEqual([]);
    await call(taskCalls.restoreTask, { oid });
    expect(await shown()).toHaveLength(3);
    await call(taskCalls.remove, { oids: [oid] });
    expect(await shown()).toEqual([]);
    await call(taskCalls.restore, { oids: [oid] });
    expect(await shown()).toHaveLength(3);
  });

  it('goes on as days pass, and keeps no more than is shown', async () => {
    await add(daily());
    await task.calendar.pass();
    rooms.clock.move(3 * day);
    await task.schedule.pass();
    await task.calendar.pass();
    operator = await rooms.tokenOf('gamma-operator');
    expect((await look({ from: dateIn(58), days: 2 })).list).toHaveLength(2);
    const { rows } = await sql<{ past: number }>`select count(*)::int as past from task_ahead
      where due_at < ${new Date(rooms.clock.wall() - day)}`.execute(rooms.db);
    expect(rows[0]?.past).toBe(0);
  });

  it('shows one dock where it is asked for, and nothing of another organisation', async () => {
    await add(daily());
    await task.calendar.pass();
    expect((await look({ dockOID: arrangement.dockOID, days: 4 })).list).toHaveLength(3);
    expect((await look({ dockOID: rooms.runtime.newOid(), days: 4 })).list).toEqual([]);
    stranger = await rooms.tokenOf('omega-operator');
    expect(await look({}, stranger)).toMatchObject({ list: [], total: 0, unexpanded: 0 });
  });

  it('expands the others where the schedule of one cannot be read', async () => {
    const { oid } = await add(daily());
    await sql`update task set schedule_rule = 'nonsense' where oid = ${oid}::uuid`.execute(rooms.db);
    const other = await add(daily({ time: '09:00' }));
    await task.calendar.pass();
    const shown = (await look({ days: 4 })).list.at(-1);
    expect(shown?.list.map(({ taskOID }) => taskOID)).toEqual([other.oid]);
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from task
      where ahead_to is null`.execute(rooms.db);
    expect(rows[0]?.left).toBe(0);
  });

  it('expands a task once where two servers do it at once', async () => {
    await add(daily());
    await Promise.all([task.calendar.pass(), task.calendar.pass()]);
    expect(new Set((await look()).list.map(countOf))).toEqual(new Set([1]));
  });

  it.each([
    [{ days: 43 }, 'days'],
    [{ days: 0 }, 'days'],
    [{ from: '2027-02-30' }, 'from'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone'],
    [{ perDay: 501 }, 'perDay'],
  ])('refuses %o by its field', async (part, field) => {
    const refused = await look(part).then(
      () => null,
      (error: { issues?: { field: string }[] }) => JSON.stringify(error),
    );
    expect(refused).toContain(field);
  });
});

describe('runs and tasks as a file', () => {
  const fileOf = async (declaration: Declaration, request: object, token = operator): Promise<string> => {
    const answer = await call<BytesAnswer>(declaration, request, token);
    return readText(Readable.from(answer.body as Readable | Buffer));
  };
  const runsOf = (format: string, part: object = {}, token = operator) =>
    fileOf(taskCalls.exportRuns, { from: dateIn(0), days: 4, timeZone: 'UTC', format, ...part }, token);
  const rowsOf = (csv: string): string[] => csv.trim().split('\r\n').slice(1);
  const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { reason: string }).reason,
    );

  it('are those of the days that are shown, each run once, and none is left out in silence', async () => {
    const { oid } = await add(daily({ exceptions: [dateIn(2)] }), '巡检');
    // What was not expanded yet would be missed by nobody in a file.
    expect(await reasonOf(runsOf('ics'))).toBe('taskRunsUnexpanded');
    // Of days that are past everything is known.
    expect(await reasonOf(runsOf('csv', { from: dateIn(-3), days: 2 }))).toBe('done');
    await task.calendar.pass();
    const file = await runsOf('ics');
    expect(file.match(/^UID:.+$/gm)).toEqual([
      `UID:${oid}-${dateIn(1)}T08:00@eyrie`,
      `UID:${oid}-${dateIn(3)}T08:00@eyrie`,
    ]);
    expect(file.match(/^DTSTART:.+$/gm)?.map((line) => line.trim())).toEqual(
      [1, 3].map((at) => `DTSTART:${dateIn(at).replaceAll('-', '')}T080000Z`),
    );
    expect(file.replaceAll(/\r\n[ \t]/g, '')).toContain(String.raw`DESCRIPTION:To come\n`);
    expect(rowsOf(await runsOf('csv'))).toHaveLength(2);
    expect(await reasonOf(runsOf('csv', { from: dateIn(40), days: 42 }))).toBe('taskRunsBeyond');
    expect(await reasonOf(runsOf('pdf'))).toBe('invalid');
    expect(await reasonOf(runsOf('csv', { days: 0 }))).toBe('invalid');
  });

  it('say what became of a run', async () => {
    const { oid } = await add(daily());
    await task.calendar.pass();
    await sql`update task_occurrence set state = 'missed', reason = 'late', decided_at = now() where task_oid = ${oid}`.execute(
      rooms.db,
    );
    const file = await runsOf('ics', { days: 2 });
    expect(file).toContain('STATUS:CANCELLED');
    expect(file).toContain(String.raw`DESCRIPTION:Missed\nNot started in time`);
    expect(rowsOf(await runsOf('csv', { days: 2 }))[0]).toContain('r,Missed,Not started in time,机场');
  });

  it('are of those who may see them, and of the dock that is asked for', async () => {
    await add(daily());
    await task.calendar.pass();
    expect(rowsOf(await runsOf('csv', {}, stranger))).toEqual([]);
    expect(rowsOf(await runsOf('csv', { dockOID: arrangement.dockOID }))).toHaveLength(3);
    const none = '00000000-0000-7000-8000-000000000000';
    expect(rowsOf(await runsOf('csv', { dockOID: none }))).toEqual([]);
    expect(rowsOf(await fileOf(taskCalls.export, { format: 'csv' }, stranger))).toEqual([]);
  });

  it('have no formula, whatever somebody called a task', async () => {
    await add(daily({ frequency: 'month', monthDays: [1, -1], until: dateIn(90) }), '=HYPERLINK("http://x")');
    await add({ timeZone: 'UTC', at: `${dateIn(2)}T20:00` }, 'once');
    await call(taskCalls.add, { name: '@manual', type: 'manual' });
    const rows = rowsOf(await fileOf(taskCalls.export, { format: 'csv', sort: 'name' }));
    expect(rows.map((row) => row.split(',')[0])).toEqual([`"'=HYPERLINK(""http://x"")"`, `'@manual`, 'once']);
    expect(rows[0]).toContain(`Repeated,Scheduled,`);
    expect(rows[0]).toContain(`,UTC,${dateIn(1)},08:00,1,months,"1, Last day",${dateIn(90)},,,,机场,`);
    expect(rows[2]).toContain(`,UTC,${dateIn(2)},20:00,,,,,,,,机场,`);
    expect(rowsOf(await fileOf(taskCalls.export, { format: 'csv', type: 'single' }))).toHaveLength(1);
    await task.calendar.pass();
    const runs = await runsOf('csv', { days: 42 });
    expect(runs).not.toMatch(/(^|,)"?[=+@-]/m);
    const { rows: written } = await sql<{ rows: string }>`select detail ->> 'rows' as rows from audit_log
      where action = 'task.export' and detail ->> 'days' = '42'`.execute(rooms.db);
    expect(written).toEqual([{ rows: String(rowsOf(runs).length) }]);
  });
});
