import { statisticsCalls, type MeasureSeries } from '@eyrie/domain';
import { sql } from 'kysely';
import { countDays, createStatistics } from '../apps/server/src/modules/statistics/index.ts';
import { createTestFlights } from '../apps/server/src/testing/flights.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

const docks = 1_000;
/** Flights of a dock a day. */
const flightsADay = 3;
const days = 365;
/** Days of flights that one statement writes. */
const fillDays = 30;
const departments = 50;
const turns = 11;
/** Of the bare queries. */
const most = 1.3;
const account = 'gamma-administrator';
const timeZone = 'Asia/Shanghai';
const from = '2025-01-01';

/** A year of 1,000 docks, spread over departments. */
const fill = async ({ db, department, runtime }: TestRooms): Promise<void> => {
  const flights = createTestFlights(runtime);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const groups: string[] = [];
  for (let at = 0; at < departments; at += 1) {
    const place = { groupRoot: member.group_root, parentOID: member.group_oid, name: `部门${at}` };
    groups.push(await department.add(db, place));
  }
  await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
    select gen_random_uuid(), ${member.group_root}::uuid, (${groups}::uuid[])[1 + n % ${departments}::int], '机场' || n,
      'BENCH' || n, '3-2-0', 'DJI', '' from generate_series(1, ${docks}::int) n`.execute(db);
  // Counted as a whole afterwards, as after the migration.
  await sql`alter table flight disable trigger user`.execute(db);
  // A statement may take as long as one of the product, no longer.
  for (let first = 0; first < days * flightsADay; first += flightsADay * fillDays)
    await sql`insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, outcome,
        route_checksum, waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at, start_time,
        end_time, duration, distance)
      select gen_random_uuid(), dock.group_root, dock.group_oid, ${taskOID}::uuid, ${routeOID}::uuid, dock.oid, 'over',
        'done', 'x', 3, 100, 'return', 'hd', ${member.oid}::uuid, at, at, at + interval '10 minutes', 600, 3000
      from dock, generate_series(${first}::int, ${Math.min(first + flightsADay * fillDays, days * flightsADay) - 1}::int) n,
        lateral (select ${from}::timestamp at time zone ${timeZone} + n * ${24 / flightsADay}::int * interval '1 hour' as at)
          moment`.execute(db);
  await sql`alter table flight enable trigger user`.execute(db);
  await sql`insert into flight_day_zone (dock_oid, group_root, time_zone) select oid, group_root, '' from dock
    on conflict do nothing`.execute(db);
  await sql`analyze`.execute(db);
};

/** A year of 1,000 docks: what the statistics answer, beside the bare queries on their days and a full count of the flights. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    await fill(rooms);
    const { db } = rooms;
    for (let turn = 0; turn < docks; turn += 1) {
      await countDays(rooms.runtime);
      const { rows } = await sql`select from flight_day_zone where time_zone = '' limit 1`.execute(db);
      if (rows.length === 0) break;
    }
    await sql`analyze`.execute(db);
    const extra = createStatistics(rooms.runtime, {
      organisation: rooms.organisation,
      audit: rooms.audit,
      timeZoneOf: async () => timeZone,
      requireVisible: rooms.department.requireVisible,
    }).endpoints;
    const token = await rooms.tokenOf(account);
    const ask = (by: 'department' | 'dock' | 'kind') => async (): Promise<MeasureSeries> =>
      (await rooms.call(statisticsCalls.flight, { from, days, by }, { token, extra })).data as MeasureSeries;
    const full = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select sum(count)::int as count from (
        select (start_time at time zone ${timeZone})::date, count(*) from flight
        where state = 'over' and deleted_at is null and start_time is not null group by 1) day`.execute(db);
      return rows[0]?.count ?? 0;
    };
    const asked = sql`group_root = (select group_root from member where account = ${account})
      and day between ${from}::date and ${from}::date + ${days - 1}::int`;
    const months = () =>
      sql`select date_trunc('month', day), sum(flights) from flight_group_day where ${asked} group by 1`.execute(
        db,
      );
    /** What each answer cannot do without: the points of the period, and whose they are. */
    const bare = {
      department: async () => {
        await months();
        await sql`select group_oid, sum(flights) from flight_group_day where ${asked} group by 1`.execute(db);
      },
      dock: async () => {
        await months();
        await sql`select dock_oid, sum(flights) from flight_day where ${asked} group by 1`.execute(db);
      },
      kind: async () => {
        await months();
        await sql`select kind, sum(flights) from flight_part_day where ${asked} group by 1`.execute(db);
      },
    };
    const counted = await full();
    const rows: BenchRow[] = [];
    for (const by of ['department', 'dock', 'kind'] as const) {
      const answer = await ask(by)();
      if (answer.total !== counted) throw new Error(`${answer.total} flights answered, ${counted} counted`);
      const [ours, peer]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < turns; turn += 1) {
        ours.push(await timed(ask(by)));
        peer.push(await timed(bare[by]));
      }
      rows.push({
        row: `a year of ${docks.toLocaleString('en')} docks by ${by}, ${counted.toLocaleString('en')} flights, 0 differences to a full count of ${(await timed(full)).toFixed(0)} ms`,
        ours: `${median(ours).toFixed(0)} ms`,
        peer: `bare queries on the days ${median(peer).toFixed(0)} ms`,
        ratio: median(ours) / median(peer),
        reach: `≤ 100 ms, ≤ ${most}×`,
        pass: median(ours) <= 100 && median(ours) / median(peer) <= most,
      });
    }
    return rows;
  } finally {
    await rooms.close();
  }
};
