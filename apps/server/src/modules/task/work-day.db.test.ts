import { taskCalls, workDayCalls, type TaskRecord, type WorkDayRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { cancelWaiting } from '../flight/index.ts';
import { createTask, type TaskRoom } from './index.ts';

let rooms: TestRooms;
let task: TaskRoom;
let operator: string;
let administrator: string;
let arrangement: Record<string, unknown>;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { audit, department } = rooms;
  task = createTask(rooms.runtime, {
    audit,
    department,
    cancelFlights: cancelWaiting,
    notifyRuns: async () => undefined,
  });
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  const [routeOID, dockOID] = [await flights.route('gamma-operator'), await flights.dock('gamma-operator')];
  arrangement = { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from task_occurrence`.execute(rooms.db);
  await sql`delete from task_ahead`.execute(rooms.db);
  await sql`delete from task`.execute(rooms.db);
  await sql`delete from work_day`.execute(rooms.db);
  await sql`delete from work_day_change`.execute(rooms.db);
  operator = await rooms.tokenOf('gamma-operator');
  administrator = await rooms.tokenOf('gamma-administrator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T>(declaration: Declaration, request: unknown, token = administrator): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: task.endpoints })).data as T;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );
// The test clock stands at 2025-10-09 08:53 UTC, a Thursday.
const schedule = {
  timeZone: 'UTC',
  frequency: 'week',
  weekdays: ['MO', 'TU', 'WE', 'TH', 'FR'],
  from: '2025-10-09',
  time: '12:00',
  skipHolidays: true,
  makeUpDays: true,
};
const add = (day: string, kind = 'holiday', token = administrator) =>
  call<WorkDayRecord>(workDayCalls.add, { day, kind, name: 'x' }, token);
const next = async (oid: string): Promise<string | undefined> =>
  (await call<TaskRecord>(taskCalls.get, { oid }, operator)).nextRun?.wall;
const addTask = async (given: object = {}): Promise<string> => {
  const request = { name: 'r', type: 'repeat', schedule: { ...schedule, ...given }, arrangement };
  return (await call<TaskRecord>(taskCalls.add, request, operator)).oid;
};
const shown = async (token = operator): Promise<string[]> =>
  (await call<{ list: { wall: string }[] }>(taskCalls.nextRuns, { schedule }, token)).list.map(({ wall }) =>
    wall.slice(5, 10),
  );

describe('the calendar of an organisation', () => {
  it('is kept by those who may, each day once, and is no business of other organisations', async () => {
    const made = await add('2025-10-10');
    expect(made).toMatchObject({ day: '2025-10-10', kind: 'holiday', allowed: ['get', 'edit', 'delete'] });
    expect(await reasonOf(add('2025-10-10', 'makeUp'))).toBe('workDayTaken');
    expect(await reasonOf(add('2025-13-10'))).toBe('invalid');
    expect(await reasonOf(add('2025-10-11', 'holiday', operator))).toBe('notAllowed');
    const stranger = await rooms.tokenOf('omega-administrator');
    expect(await reasonOf(call(workDayCalls.get, { oid: made.oid }, stranger))).toBe('notFound');
    await add('2025-10-10', 'holiday', stranger);
    const { list } = await call<{ list: WorkDayRecord[] }>(workDayCalls.query, {}, operator);
    expect(list.map(({ oid }) => oid)).toEqual([made.oid]);
  });

  it('shows in the next runs while a schedule is typed, in those of the own organisation alone', async () => {
    await add('2025-10-10');
    await add('2025-10-12', 'makeUp');
    expect(await shown()).toEqual(['10-09', '10-12', '10-13', '10-14', '10-15']);
    expect(await shown(await rooms.tokenOf('omega-administrator'))).toEqual([
      '10-09',
      '10-10',
      '10-13',
      '10-14',
      '10-15',
    ]);
  });

  it('plans tasks anew when it is changed, and those that do not go by it stay', async () => {
    const [oid, plain] = [await addTask(), await addTask({ skipHolidays: false, makeUpDays: false })];
    expect(await next(oid)).toBe('2025-10-09T12:00');
    const holiday = await add('2025-10-09');
    await task.replanByCalendar();
    expect(await next(oid)).toBe('2025-10-10T12:00');
    expect(await next(plain)).toBe('2025-10-09T12:00');
    await call(workDayCalls.edit, { oid: holiday.oid, day: '2025-10-10' });
    await task.replanByCalendar();
    expect(await next(oid)).toBe('2025-10-09T12:00');
    await call(workDayCalls.remove, { oids: [holiday.oid] });
    await task.replanByCalendar();
    await task.calendar.pass();
    const days = { from: '2025-10-09', days: 2, timeZone: 'UTC' };
    expect(await call(taskCalls.calendar, days, operator)).toMatchObject({ total: 4, unexpanded: 0 });
    const { rows } = await sql`select * from work_day_change`.execute(rooms.db);
    expect(rows).toEqual([]);
  });

  it('leaves a run that begins within a minute, and brings none that is past', async () => {
    const oid = await addTask({ time: '08:54' });
    const run = await next(oid);
    expect(run).toBe('2025-10-09T08:54');
    await add('2025-10-09');
    await task.replanByCalendar();
    expect(await next(oid)).toBe(run);
  });

  it('is imported from tables and calendar files, all days or none, and exported', async () => {
    const file = (name: string, text: string) => ({ name, type: 'text/csv', bytes: Buffer.from(text) });
    const send = async (name: string, text: string, preview = 'false') =>
      (
        await rooms.call(
          workDayCalls.import,
          { preview },
          { token: administrator, extra: task.endpoints, file: file(name, text) },
        )
      ).data as { added: number; rows: { issues: unknown[] }[] };
    expect(
      await send('days.csv', 'day,kind,name\r\n2027-10-01,节假日,国庆\r\n2027-10-09,makeUp,'),
    ).toMatchObject({
      added: 2,
    });
    const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20280101\r\nSUMMARY:元旦 休\r\nEND:VEVENT';
    const ics = `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`;
    expect((await send('days.ics', ics, 'true')).rows[0]?.issues).toEqual([]);
    expect((await send('days.ics', ics)).added).toBe(1);
    const again = send('days.ics', ics);
    expect(await reasonOf(again)).toBe('workDayTaken');
    const yearly = ics.replace('SUMMARY', 'RRULE:FREQ=YEARLY\r\nSUMMARY');
    expect((await send('days.ics', yearly, 'true')).rows[0]?.issues).not.toEqual([]);
    const { list } = await call<{ list: WorkDayRecord[] }>(workDayCalls.query, { sort: 'day' }, operator);
    expect(list.map(({ day, kind }) => `${day} ${kind}`)).toEqual([
      '2027-10-01 holiday',
      '2027-10-09 makeUp',
      '2028-01-01 holiday',
    ]);
  });
});
