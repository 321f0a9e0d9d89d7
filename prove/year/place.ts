/** A small organisation whose two servers share one clock that only the proof moves, in their processes and in SQL. */
import { calls, limits, taskCalls, workDayCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { draftScheduledStart } from '../../apps/server/src/modules/command/index.ts';
import { cancelWaiting, keepCondition } from '../../apps/server/src/modules/flight/index.ts';
import { createTask, type TaskRoom } from '../../apps/server/src/modules/task/index.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import { createTestFlights } from '../../apps/server/src/testing/flights.ts';
import { createTestRooms } from '../../apps/server/src/testing/rooms.ts';
import type { Proof } from '../proof.ts';
import type { Plan } from './days.ts';
import type { WorkDay } from './plans.ts';

const account = 'gamma-operator';
const zone = 400 * 86_400_000;

/** A row of what became of a run. */
export interface Row {
  task: string;
  wall: string;
  at: number;
  state: string;
  reason: string | null;
  starts: number;
}

type Rooms = Awaited<ReturnType<typeof createTestRooms>>;

/** `now()` of every statement says what the clock of the processes says; those of before are ended. */
const moveSqlClock = async ({ db, clock }: Rooms): Promise<() => Promise<void>> => {
  const set = (): Promise<unknown> =>
    sql`update clock.reading set at = ${new Date(clock.wall())}`.execute(db);
  await sql`create schema clock`.execute(db);
  await sql`create table clock.reading as select now() as at`.execute(db);
  await sql`create function clock.now() returns timestamptz language sql stable
    as 'select at from clock.reading'`.execute(db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = clock, pg_catalog, public`.execute(
    db,
  );
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined);
  await until('connections that know the clock', () => set().catch(() => null), Boolean, 10_000);
  return async () => void (await set());
};

/** What stands in the database. */
const readsOf = ({ clock, db }: Rooms) => ({
  /** The time of a statement beside that of the processes, ms. */
  async sqlAhead(): Promise<number> {
    const { rows } = await sql<{
      at: number;
    }>`select (extract(epoch from now()) * 1000)::float8 as at`.execute(db);
    return (rows[0]?.at ?? 0) - clock.wall();
  },
  async rows(): Promise<Row[]> {
    const { rows } = await sql<Row>`select task.name as task, o.wall_time as wall, o.state, o.reason,
          (extract(epoch from o.due_at) * 1000)::float8 as at,
          (select count(*)::float8 from command where command.flight_oid = o.flight_oid and command.method = 'startJob')
            as starts
        from task_occurrence o join task on task.oid = o.task_oid where o.state <> 'planned'`.execute(db);
    return rows;
  },
  /** Orders to start in all. */
  async starts(): Promise<number> {
    const { rows } = await sql<{ many: number }>`select count(*)::float8 as many from command
        where method = 'startJob'`.execute(db);
    return rows[0]?.many ?? 0;
  },
});

export const openPlace = async (proof: Proof) => {
  const rooms = await createTestRooms();
  proof.onEnd(() => rooms.close());
  const { audit, clock, db, department, runtime } = rooms;
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  const flights = createTestFlights(runtime);
  const [dockOID, routeOID] = [await flights.dock(account), await flights.route(account)];
  const setSqlClock = await moveSqlClock(rooms);
  await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    values (${dockOID}::uuid, 'proof', 1, ${new Date(clock.wall() + zone)})`.execute(db);
  let notified = 0;
  const openServer = () => {
    const task: TaskRoom = createTask(runtime, {
      audit,
      department,
      cancelFlights: cancelWaiting,
      notifyRuns: async (_groupOID, _kind, { count }) => void (notified += count),
    });
    const launch = task.launchBy({
      keepCondition,
      arrangeFlight: ({ taskOID }) =>
        flights.flight(account, { taskOID, routeOID, dockOID, createdAt: new Date(clock.wall()) }),
      draftStart: (trx, start) => draftScheduledStart(runtime, trx, start),
      blockedBy: async () => [],
      otherDocks: async () => [],
    });
    return { task, launch };
  };
  const servers = [openServer(), openServer()];
  const [{ task }] = servers as [(typeof servers)[0]];
  const both = async (work: (server: (typeof servers)[0]) => Promise<unknown>): Promise<void> =>
    void (await Promise.all(servers.map(work)));
  // A session ends long before a year does.
  const call = async (declaration: Parameters<Rooms['call']>[0], request: unknown, who = account) => {
    const token = await rooms.tokenOf(who);
    return (await rooms.call(declaration, request, { token, extra: task.endpoints })).data;
  };
  return {
    clock,
    notified: () => notified,
    /** A clock of a server may also be set back. */
    async moveTo(at: number): Promise<void> {
      clock.move(at - clock.wall());
      await setSqlClock();
    },
    /** @returns the oid of its task */
    async add({ name, type, schedule }: Plan): Promise<string> {
      const arrangement = { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
      const made = (await call(taskCalls.add, { name, type, schedule, arrangement })) as { oid: string };
      return made.oid;
    },
    addWorkDay: ({ date, kind }: WorkDay) =>
      call(workDayCalls.add, { day: date, kind }, 'gamma-administrator'),
    pause: (oid: string) => call(calls.task.pauseTask, { oid, reason: 'proof' }),
    resume: (oid: string) => call(calls.task.restoreTask, { oid }),
    /** When the next run that is planned is due, ms since the epoch; null: none is. */
    async nextDue(): Promise<number | null> {
      const { rows } = await sql<{
        at: number | null;
      }>`select (extract(epoch from min(due_at)) * 1000)::float8 as at
        from task_occurrence where state = 'planned'`.execute(db);
      return rows[0]?.at ?? null;
    },
    /** What the timers of both servers do for schedules. */
    async plan(): Promise<void> {
      await both((server) => server.task.schedule.pass());
      await both((server) => server.launch.arrange());
    },
    /** What they do at a due moment; the dock then flies at once. */
    async launch(): Promise<void> {
      await both((server) => server.launch.launch());
      await sql`update command set state = 'succeeded' where state not in ('succeeded')`.execute(db);
      await sql`update flight set state = 'inFlight', start_time = ${new Date(clock.wall())}
        where state = 'created' and oid in (select flight_oid from command)`.execute(db);
      await both((server) => server.launch.launch());
      await sql`update flight set state = 'over', outcome = 'done', end_time = ${new Date(clock.wall())}
        where state = 'inFlight'`.execute(db);
    },
    ...readsOf(rooms),
  };
};
export type Place = Awaited<ReturnType<typeof openPlace>>;
export const { arrangeAhead, launchWithin } = limits.task;
