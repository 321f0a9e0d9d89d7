import { sql } from 'kysely';
import { flights as flightsRead } from '../apps/server/src/modules/flight/index.ts';
import { createTestFlights } from '../apps/server/src/testing/flights.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

const flights = 1_000_000;
const docks = 1_000;
/** Flights of each dock that one statement makes. */
const atOnce = 20;
const turns = 21;
/** Ms, of a page as the browser asks for it. */
const pageMost = 60;
const account = 'gamma-administrator';

interface Filled {
  memberOID: string;
  groupRoot: string;
  groupOID: string;
}

/** Three years of 1,000 docks. @returns a member who may see all of it */
const fill = async ({ db, runtime }: TestRooms): Promise<Filled> => {
  const made = createTestFlights(runtime);
  const [taskOID, routeOID] = [await made.task(account), await made.route(account)];
  const member = await db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
    select gen_random_uuid(), ${member.group_root}::uuid, ${member.group_oid}::uuid, '机场' || n, 'BENCH' || n, '3-2-0',
      'DJI', '' from generate_series(1, ${docks}::int) n`.execute(db);
  // What counts flights as they end would count each of them by itself.
  await sql`alter table flight disable trigger user`.execute(db);
  const each = flights / docks;
  for (let from = 1; from <= each; from += atOnce)
    await sql`insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, outcome,
        route_checksum, waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at, start_time,
        end_time, duration, distance)
      select gen_random_uuid(), dock.group_root, dock.group_oid, ${taskOID}::uuid, ${routeOID}::uuid, dock.oid, 'over',
        'done', 'x', 3, 100, 'return', 'hd', ${member.oid}::uuid, at, at, at + interval '10 minutes', 600, 3000
      from dock, generate_series(${from}::int, ${from + atOnce - 1}::int) n,
        lateral (select now() - n * interval '1 day' - (random() * 86400) * interval '1 second' as at) moment
      where dock.name like '机场%'`.execute(db);
  await sql`alter table flight enable trigger user`.execute(db);
  await sql`analyze`.execute(db);
  return { memberOID: member.oid, groupRoot: member.group_root, groupOID: member.group_oid };
};

/** A page of flights where there are a million, beside the query that finds the same rows, written by hand. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { db } = rooms;
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    const filled = await fill(rooms);
    const { groupRoot } = filled;
    const page = { pageNum: 1, pageSize: 50 };
    const ask = (filter: { dockOID?: string; state?: string }) => async (): Promise<string[]> =>
      (await flightsRead.page(db, { caller: filled }, filter, page)).rows.map(({ oid }) => oid);
    const bare =
      (where = sql`true`) =>
      async (): Promise<string[]> => {
        const within = sql`flight.group_root = ${groupRoot}::uuid and flight.deleted_at is null
        and flight.group_oid = any(array(select oid from department where group_root = ${groupRoot}::uuid)) and ${where}`;
        const [{ rows: found }] = await Promise.all([
          sql<{
            oid: string;
          }>`select flight.*, department.name, task.name, route.name, dock.name, member.name, drone.name,
            (select count(*) from media where media.flight_oid = flight.oid)
          from (select * from flight where ${within} order by created_at desc, oid limit 50) flight
          join department on department.oid = flight.group_oid left join task on task.oid = flight.task_oid
          left join route on route.oid = flight.route_oid join dock on dock.oid = flight.dock_oid
          join member on member.oid = flight.executor_oid left join drone on drone.oid = flight.drone_oid
          order by flight.created_at desc, flight.oid`.execute(db),
          sql`select count(*) from (select from flight where ${within} limit 10001) counted`.execute(db),
        ]);
        return found.map(({ oid }) => oid);
      };
    const rows: BenchRow[] = [];
    const { rows: some } = await sql<{ oid: string }>`select oid from dock where name = '机场7'`.execute(db);
    const dockOID = some[0]?.oid ?? '';
    for (const [how, own, peer] of [
      ['newest first', ask({}), bare()],
      ['of a dock', ask({ dockOID }), bare(sql`dock_oid = ${dockOID}::uuid`)],
      ['over', ask({ state: 'over' }), bare(sql`state = 'over'`)],
    ] as const) {
      const [found, expected] = [await own(), await peer()];
      if (found.length < 50 || found.join() !== expected.join()) throw new Error(`${how}: other flights`);
      const times = { own: [] as number[], peer: [] as number[] };
      for (let turn = 0; turn < turns; turn += 1) {
        times.peer.push(await timed(peer));
        times.own.push(await timed(own));
      }
      const [ms, peerMs] = [median(times.own), median(times.peer)];
      rows.push({
        row: `flight list, page of 50 of ${flights.toLocaleString('en')} ${how}, against the bare query`,
        ours: `${ms.toFixed(1)} ms`,
        peer: `${peerMs.toFixed(1)} ms`,
        ratio: ms / peerMs,
        reach: `≤ ${pageMost} ms`,
        pass: ms <= pageMost,
      });
    }
    return rows;
  } finally {
    await rooms.close();
  }
};
