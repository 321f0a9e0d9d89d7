import { limits, taskCalls, type CalendarDay } from '@eyrie/domain';
import { sql } from 'kysely';
import { cancelWaiting } from '../apps/server/src/modules/flight/index.ts';
import { createTask, type TaskRoom } from '../apps/server/src/modules/task/index.ts';
import { createTestFlights } from '../apps/server/src/testing/flights.ts';
import { createTestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

const tasks = 10_000;
const runsOfYear = 1_000_000;
/** Times what counting the same rows takes at the least. */
const most = 1.3;
const turns = 11;
/** Per cent of a core. */
const idleMost = 2;
const day = 86_400_000;
const account = 'gamma-operator';

/** What the passes that find nothing due take of a core, both here and in the database: at most their time by the clock. */
const idleOf = async (task: TaskRoom): Promise<BenchRow> => {
  const never = (): Promise<never> => Promise.reject(new Error('nothing is due'));
  const { arrange, launch } = task.launchBy({
    arrangeFlight: never,
    draftStart: never,
    keepCondition: never,
    blockedBy: never,
    otherDocks: never,
  });
  const { planEvery, arrangeEvery, launchEvery } = limits.task;
  let share = 0;
  for (const [every, pass] of [
    [planEvery, task.schedule.pass],
    [planEvery, task.replanByCalendar],
    [arrangeEvery, arrange],
    [launchEvery, launch],
  ] as const) {
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) times.push(await timed(pass));
    share += median(times) / every;
  }
  const percent = share * 100;
  return {
    row: `scheduler with ${tasks.toLocaleString('en')} tasks of which none is due, share of a core with its database`,
    ours: `${percent.toFixed(2)} %`,
    peer: `${idleMost} %`,
    ratio: percent / idleMost,
    reach: `≤ ${idleMost} %`,
    pass: percent <= idleMost,
  };
};

/** A month of the calendar where 10,000 tasks have a million runs a year: of a month that is past, and of the one to come. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { audit, department, db } = rooms;
    await rooms.seed('gamma', ['operator'], 'Flug-4711!');
    const flights = createTestFlights(rooms.runtime);
    const [dockOID, routeOID] = [await flights.dock(account), await flights.route(account)];
    const task = createTask(rooms.runtime, {
      audit,
      department,
      cancelFlights: cancelWaiting,
      notifyRuns: async () => undefined,
    });
    const { endpoints } = task;
    const now = rooms.clock.wall();
    const ahead = new Date(now + 62 * day);
    const arrangement = { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
    await sql`insert into task (oid, group_root, group_oid, name, type, created_by, arranged_by, arrangement,
        schedule_rule, planned_to, ahead_to)
      select gen_random_uuid(), member.group_root, member.group_oid, '任务' || n, 'repeat', member.oid, member.oid,
        ${JSON.stringify(arrangement)}::jsonb, 'x', now(), ${ahead}
      from member, generate_series(1, ${tasks}::int) n where member.account = ${account}`.execute(db);
    // Spread over a year back, and as densely over the weeks to come.
    const each = runsOfYear / tasks;
    const spread = (365 * day) / each;
    const wall = sql`to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
    const moment = (direction: 1 | -1) => sql`date_trunc('milliseconds', ${new Date(now)}::timestamptz
      + ${direction}::int * (n + random()) * ${spread}::float8 * interval '1 millisecond')`;
    const atOnce = 10;
    for (let turn = 0; turn < each; turn += atOnce)
      await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, decided_at)
        select gen_random_uuid(), task_oid, ${wall}, 'UTC', due, 'launched', now()
        from (select task.oid as task_oid, ${moment(-1)} as due
          from task, generate_series(${turn}::int, ${turn + atOnce - 1}::int) n) run
        on conflict do nothing`.execute(db);
    await sql`insert into task_ahead (task_oid, wall_time, time_zone, due_at)
      select task_oid, ${wall}, 'UTC', due
      from (select task.oid as task_oid, ${moment(1)} as due
        from task, generate_series(0, ${Math.floor((62 * day) / spread)}::int) n) run
      on conflict do nothing`.execute(db);
    await sql`analyze`.execute(db);
    const token = await rooms.tokenOf(account);
    const monthFrom = (days: number) => async (): Promise<number> => {
      const from = new Date(now + days * day).toISOString().slice(0, 10);
      const request = { from, days: 35, timeZone: 'Asia/Shanghai', perDay: 4 };
      const { data } = await rooms.call(taskCalls.calendar, request, { token, extra: endpoints });
      const { list } = data as { list: CalendarDay[] };
      return list.flatMap(({ counts }) => counts).reduce((all, { count }) => all + count, 0);
    };
    const bare = async (): Promise<void> => {
      const from = new Date(now - 40 * day);
      await sql`select (due_at at time zone 'Asia/Shanghai')::date, state, count(*) from task_occurrence
        where due_at >= ${from} and due_at < ${new Date(from.getTime() + 35 * day)} group by 1, 2`.execute(
        db,
      );
    };
    const rows: BenchRow[] = [];
    const peers: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) peers.push(await timed(bare));
    for (const [name, ask] of [
      ['past', monthFrom(-40)],
      ['to come', monthFrom(1)],
    ] as const) {
      const shown = await ask();
      if (shown < 50_000) throw new Error(`the month ${name} has ${shown} runs only`);
      const times: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) times.push(await timed(ask));
      rows.push({
        row: `calendar of 35 days ${name}, ${shown.toLocaleString('en')} of a million runs a year of ${tasks.toLocaleString('en')} tasks`,
        ours: `${median(times).toFixed(0)} ms`,
        peer: `its rows counted by day by bare SQL ${median(peers).toFixed(0)} ms`,
        ratio: median(times) / median(peers),
        reach: `≤ ${most}×`,
        pass: median(times) / median(peers) <= most,
      });
    }
    return [...rows, await idleOf(task)];
  } finally {
    await rooms.close();
  }
};
