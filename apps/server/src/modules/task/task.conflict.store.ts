import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

const { aroundRoute } = limits.task;
const day = 86_400_000;
/** Of one place in time no more are named. */
const most = 5;

/** How long a flight holds its dock, by the seconds on its route. */
const heldFor = (seconds: ReturnType<typeof sql>) =>
  sql`(coalesce(${seconds}, 0) * interval '1 second' + ${aroundRoute}::float8 * interval '1 millisecond')`;

interface Place {
  /** The run itself: it is not in its own way. */
  taskOID: string;
  wall: string;
  dockOID: string;
  routeOID: string;
  at: Date;
}

/** Another run of the dock; without a name where its task is not in sight of the caller. */
export interface DockRun {
  name: string | null;
  at: number;
}

/** Runs of a dock that are to come and would be in the way of one at another time. @param caller null: names nothing */
export const dockRuns = async (
  db: DbOrTrx,
  caller: Caller | null,
  { taskOID, wall, dockOID, routeOID, at }: Place,
): Promise<DockRun[]> => {
  const named = caller ? inScope('task.group_oid', caller) : sql`false`;
  const { rows } = await sql<DockRun>`
    with own as (select ${at}::timestamptz + ${heldFor(sql`(select duration from route
      where route.oid = ${routeOID}::uuid)`)} as over),
    coming as (
      select task_oid, wall_time, due_at from task_occurrence where state in ('planned', 'launching')
      union all select task_oid, wall_time, due_at from task_ahead
    )
    select case when ${named} then task.name end as name,
      round(extract(epoch from coming.due_at) * 1000)::float8 as at
    from own, coming join task on task.oid = coming.task_oid
      left join route on route.oid = (task.arrangement ->> 'routeOID')::uuid
    where coming.due_at > ${new Date(at.getTime() - day)} and coming.due_at < own.over
      and coming.due_at + ${heldFor(sql`route.duration`)} > ${at}
      and task.arrangement ->> 'dockOID' = ${dockOID} and not task.paused and task.deleted_at is null
      and (coming.task_oid, coming.wall_time) <> (${taskOID}::uuid, ${wall})
    order by coming.due_at, task.oid limit ${most}`.execute(db);
  return rows;
};

/** Until when a flight that is in the air holds a dock at a moment, epoch ms; undefined: none does. */
export const dockFlight = async (
  db: DbOrTrx,
  dockOID: string,
  at: Date,
  now: Date,
): Promise<number | undefined> => {
  const over = sql`coalesce(${now}::timestamptz + flight.seconds_left * interval '1 second',
    flight.start_time + ${heldFor(sql`route.duration`)})`;
  const { rows } = await sql<{ until: number }>`
    select round(extract(epoch from ${over}) * 1000)::float8 as until
    from flight left join route on route.oid = flight.route_oid
    where flight.dock_oid = ${dockOID}::uuid and flight.state = 'inFlight' and ${over} > ${at}
    order by 1 desc limit 1`.execute(db);
  return rows[0]?.until;
};
