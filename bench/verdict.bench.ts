import { sql } from 'kysely';
import { checkRuns, type VerdictRun } from '../apps/server/src/modules/flight/index.ts';
import { createTestFlights } from '../apps/server/src/testing/flights.ts';
import { createTestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type Measure } from './row.ts';

const docks = 20;
/** Of each task, and so many in all. */
const runsEach = 5;
const waypoints = 200;
const most = 1_000;
const turns = 7;
const hour = 3_600_000;
const account = 'gamma-operator';

/** A line of many short legs east of its dock. */
const lineFrom = (lng: number, lat: number) =>
  Array.from({ length: waypoints }, (_, at) => ({
    lng: lng + at * 0.0001,
    lat: lat + (at % 2) * 0.0005,
    height: 60,
    heightMode: 'relative',
    speed: 8,
    actions: [],
  }));

/** The verdicts on 100 runs that are to come, of 20 docks that fly beside each other at the same hours. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  try {
    const { db, runtime } = rooms;
    await rooms.seed('gamma', ['operator'], 'Flug-4711!');
    const flights = createTestFlights(runtime);
    const from = Math.ceil(rooms.clock.wall() / hour) * hour + hour;
    const runs: VerdictRun[] = [];
    for (let turn = 0; turn < docks; turn += 1) {
      const dockOID = await flights.dock(account);
      const routeOID = await flights.route(account);
      const taskOID = runtime.newOid();
      // Near enough that the legs of neighbours have to be compared.
      const [lng, lat] = [113.95 + (turn % 5) * 0.01, 22.54 + Math.floor(turn / 5) * 0.01];
      await sql`insert into dock_snapshot (dock_oid, online, lng, lat, height)
          values (${dockOID}::uuid, true, ${lng}, ${lat}, 10)
        on conflict (dock_oid) do update set lng = excluded.lng, lat = excluded.lat, height = excluded.height`.execute(
        db,
      );
      await sql`update route set waypoints = ${JSON.stringify(lineFrom(lng, lat))}::jsonb, duration = 900
        where oid = ${routeOID}::uuid`.execute(db);
      const arrangement = {
        routeOID,
        dockOID,
        returnAltitude: 100,
        lostAction: 'return',
        clarity: 'hd',
      } as const;
      await sql`insert into task (oid, group_root, group_oid, name, type, created_by, arranged_by, arrangement, schedule_rule)
        select ${taskOID}::uuid, group_root, group_oid, ${`patrol ${turn}`}, 'repeat', oid, oid,
          ${JSON.stringify(arrangement)}::jsonb, 'x'
        from member where account = ${account}`.execute(db);
      for (let run = 0; run < runsEach; run += 1) {
        const at = from + run * 12 * hour;
        const wall = new Date(at).toISOString().slice(0, 16);
        await sql`insert into task_ahead (task_oid, wall_time, time_zone, due_at)
          values (${taskOID}::uuid, ${wall}, 'UTC', ${new Date(at)})`.execute(db);
        const groupRoot = await rootOf(rooms, taskOID);
        const memberOID = rooms.runtime.newOid();
        runs.push({ taskOID, wall, groupRoot, arrangement, memberOID, people: null, obstacle: null, at });
      }
    }
    await sql`analyze`.execute(db);
    const judge = () => checkRuns(runtime, { forecastFor: async () => () => 'noForecast' }, runs);
    const found = await judge();
    const compared = found.filter((items) =>
      items.some(({ item, reason }) => item === 'neighbours' && reason === 'tooClose'),
    ).length;
    if (found.length !== docks * runsEach || compared === 0)
      throw new Error(`${found.length} verdicts, ${compared} of them with a neighbour`);
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) times.push(await timed(judge));
    const slow = Math.max(...times);
    return [
      {
        row: `verdicts on ${found.length} runs to come of ${docks} docks, ${waypoints} waypoints each, ${compared} too close to others`,
        ours: `${median(times).toFixed(0)} ms, at most ${slow.toFixed(0)} ms`,
        peer: '–',
        ratio: null,
        reach: `≤ ${most} ms`,
        pass: slow <= most,
      },
    ];
  } finally {
    await rooms.close();
  }
};

async function rootOf({ db }: Awaited<ReturnType<typeof createTestRooms>>, taskOID: string): Promise<string> {
  const { group_root: root } = await db
    .selectFrom('task')
    .select('group_root')
    .where('oid', '=', taskOID)
    .executeTakeFirstOrThrow();
  return root;
}
