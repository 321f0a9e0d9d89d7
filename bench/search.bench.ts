import { searchCalls, searchKinds, type ResponseOf, type SearchKind } from '@eyrie/domain';
import { sql } from 'kysely';
import { endpoints } from '../apps/server/src/modules/search/index.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** One organisation as large as the product is designed for, with what it has after a year. */
const sizes = {
  docks: 1_000,
  flightsADay: 3,
  days: 365,
  /** Batteries, gimbals, controllers and robots of each dock. */
  batteries: 4,
  routes: 20_000,
  tasks: 20_000,
  workOrders: 100_000,
  departments: 50,
} as const;
const turns = 21;
/** In how many statements the many are filled in. */
const parts = 30;
/** A word is answered before whoever types it thinks that nothing happens, ms. */
const most = 100;
const account = 'gamma-administrator';
const belowAccount = 'gamma-operator';

type Groups = ResponseOf<typeof searchCalls.query>['groups'];

/** What is typed, and a kind that must be among what is found; null: nothing is called so. */
const words: readonly (readonly [string, SearchKind | null])[] = [
  ['机', 'dock'],
  ['机场', 'dock'],
  ['巡检', 'route'],
  ['1', 'drone'],
  ['99', 'task'],
  ['BENCH00512', 'dock'],
  ['巡检航线19999', 'route'],
  ['烟火告警 54321', 'workOrder'],
  ['场51', 'flight'],
  ['98989898', null],
];

const fillDevices = async (
  { db }: TestRooms,
  groupRoot: string,
  groups: readonly string[],
): Promise<void> => {
  const group = sql`(${[...groups]}::uuid[])[1 + n % ${groups.length}::int]`;
  const one = sql`${groupRoot}::uuid, ${group}`;
  const numbers = (count: number) => sql`generate_series(0, ${count - 1}::int) n`;
  await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
    select gen_random_uuid(), ${one}, '机场' || n, 'BENCH' || lpad(n::text, 5, '0'), '3-2-0', 'DJI', ''
    from ${numbers(sizes.docks)}`.execute(db);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
    select gen_random_uuid(), ${one}, '无人机' || n, '1581F6Q8D' || lpad(n::text, 5, '0'), '0-91-0'
    from ${numbers(sizes.docks)}`.execute(db);
  const kinds = [
    'gimbal',
    'remoteController',
    'robot',
    ...Array.from({ length: sizes.batteries }, () => 'battery'),
  ];
  for (const [at, kind] of kinds.entries())
    await sql`insert into device (oid, group_root, group_oid, name, sn, model, kind)
      select gen_random_uuid(), ${one}, ${kind}::text || ' ' || n, ${`${kind}-${at}-`}::text || n, '0-91-0', ${kind}::text
      from ${numbers(sizes.docks)}`.execute(db);
};

/**
 * Fills a table in parts, because one statement may not take a minute. What follows a record elsewhere is not searched, and
 * indexes are made once it is full: a dozen of them cost a million rows minutes.
 */
const inParts = async (
  db: TestRooms['db'],
  table: 'work_order' | 'flight',
  count: number,
  insert: (from: number, to: number) => Promise<unknown>,
): Promise<void> => {
  await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
  const { rows: indexes } = await sql<{
    name: string;
    made: string;
  }>`select indexname as name, indexdef as made
    from pg_indexes where schemaname = current_schema() and tablename = ${table} and indexname not in
      (select conname from pg_constraint)`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  for (let part = 0; part < parts; part += 1)
    await insert(Math.floor((count * part) / parts), Math.floor((count * (part + 1)) / parts));
  for (const { made } of indexes) await sql.raw(made).execute(db);
  await sql`alter table ${sql.table(table)} enable trigger all`.execute(db);
};

/** Routes, tasks, work orders, and three flights a day of every dock for a year. */
const fillRecords = async (
  { db }: TestRooms,
  { group_root, oid: memberOID }: { group_root: string; oid: string },
  groups: readonly string[],
): Promise<void> => {
  const group = sql`(${[...groups]}::uuid[])[1 + n % ${groups.length}::int]`;
  const one = sql`gen_random_uuid(), ${group_root}::uuid, ${group}`;
  await sql`insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum,
      waypoint_count, length, duration, speed, height_mode, max_height, take_off_security_height, finish_action,
      warnings, waypoints, created_by)
    select ${one}, '巡检航线' || n, 'waypoint', 'DJI', 'routes/' || n, md5(n::text), 3, 1000, 120, 10, 'relative', 80, 20,
      'goHome', '[]', '[]', ${memberOID}::uuid from generate_series(1, ${sizes.routes}::int) n`.execute(db);
  await sql`insert into task (oid, group_root, group_oid, name, type, created_by)
    select ${one}, '每日巡检任务' || n, 'manual', ${memberOID}::uuid
    from generate_series(1, ${sizes.tasks}::int) n`.execute(db);
  await inParts(db, 'work_order', sizes.workOrders, (from, to) =>
    sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
      select ${one}, '烟火告警 ' || n, 'fire', ${memberOID}::uuid
      from generate_series(${from + 1}::int, ${to}::int) n`.execute(db),
  );
  // Without figures of the tables its plan takes a minute for each part.
  for (const table of ['dock', 'route', 'task']) await sql`analyze ${sql.table(table)}`.execute(db);
  await inParts(db, 'flight', sizes.days * sizes.flightsADay, (from, to) =>
    sql`with numbered_task as (select oid, row_number() over () - 1 as n from task),
        numbered_route as (select oid, row_number() over () - 1 as n from route),
        numbered_dock as (select oid, group_root, group_oid, row_number() over () - 1 as n from dock)
      insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, outcome, route_checksum,
        waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at, start_time)
      select gen_random_uuid(), dock.group_root, dock.group_oid, task.oid, route.oid, dock.oid, 'over', 'done', 'x', 3,
        100, 'return', 'hd', ${memberOID}::uuid, at, at
      from numbered_dock dock cross join generate_series(${from}::int, ${to - 1}::int) turn
      join numbered_task task on task.n = (dock.n * 20 + turn % 20) % ${sizes.tasks}::int
      join numbered_route route on route.n = (dock.n * 20 + turn % 20) % ${sizes.routes}::int
      cross join lateral (select timestamptz '2025-01-01' + turn * interval '8 hours' as at) moment`.execute(
      db,
    ),
  );
};

const fill = async (rooms: TestRooms): Promise<void> => {
  const { db, department } = rooms;
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const groups: string[] = [];
  for (let at = 0; at < sizes.departments; at += 1) {
    const place = { groupRoot: member.group_root, parentOID: member.group_oid, name: `部门${at}` };
    groups.push(await department.add(db, place));
  }
  await fillDevices(rooms, member.group_root, groups);
  await fillRecords(rooms, member, groups);
  await sql`update member set group_oid = ${groups[0]}::uuid where account = ${belowAccount}`.execute(db);
  for (const table of ['dock', 'drone', 'device', 'route', 'task', 'work_order', 'flight', 'department'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
};

/** The slowest of the words for one member, each by its median. @throws where a word does not find what it must */
const timeWords = async (
  ask: (word: string) => Promise<Groups>,
  who: string,
  mustFind: boolean,
): Promise<BenchRow> => {
  const times: { word: string; ms: number }[] = [];
  for (const [word, kind] of words) {
    const kinds = (await ask(word)).map((group) => group.kind);
    if (kind === null ? kinds.length > 0 : mustFind && !kinds.includes(kind))
      throw new Error(`${word} found ${kinds.join(', ') || 'nothing'}, not ${kind ?? 'nothing'}`);
    const taken: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) taken.push(await timed(() => ask(word)));
    times.push({ word, ms: median(taken) });
  }
  const slowest = times.toSorted((one, other) => other.ms - one.ms);
  const ms = slowest[0]?.ms ?? Number.NaN;
  return {
    row: `search of everything (Ctrl/Cmd K) in ${searchKinds.length} kinds for ${who}, the slowest word`,
    ours: `${ms.toFixed(0)} ms`,
    peer: slowest.map((one) => `${one.word} ${one.ms.toFixed(0)}`).join(', '),
    ratio: ms / most,
    reach: `≤ ${most} ms`,
    pass: ms <= most,
  };
};

/** The search of the shell after a year of 1,000 docks: whole calls, with guard and check of the answer, on one connection. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
    await fill(rooms);
    const extra = endpoints(rooms, {});
    const askAs = async (who: string) => {
      const token = await rooms.tokenOf(who);
      return async (keyword: string): Promise<Groups> =>
        ((await rooms.call(searchCalls.query, { keyword }, { token, extra })).data as { groups: Groups })
          .groups;
    };
    const flights = sizes.docks * sizes.days * sizes.flightsADay;
    const whole = `the whole organisation (${sizes.docks.toLocaleString('en')} docks, ${flights.toLocaleString('en')} flights, ${sizes.workOrders.toLocaleString('en')} work orders)`;
    return [
      await timeWords(await askAs(account), whole, true),
      // Of what others are called so much is looked at in vain.
      await timeWords(await askAs(belowAccount), `one of ${sizes.departments} departments of it`, false),
    ];
  } finally {
    await rooms.close();
  }
};
