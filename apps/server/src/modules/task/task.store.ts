import { sql, type RawBuilder } from 'kysely';
import { limits, type TaskArrangement, type TaskRecord } from '@eyrie/domain';
import {
  column,
  defineList,
  keyword,
  reading,
  usedBy,
  versionOfRow,
  usualSort,
  type Asked,
} from '../../platform/list/index.ts';
import { isFavourite } from './task.favourite.store.ts';

const flying = sql<boolean>`exists (select 1 from flight where flight.task_oid = task.oid
  and flight.state = 'inFlight')`;
const waits = sql<boolean>`exists (select 1 from flight where flight.task_oid = task.oid
  and flight.state <> 'over' and flight.deleted_at is null)`;
/**
 * Nothing of it is to come. A manual task has flown then; a timed one has no run left, whether it flew or not.
 */
const finished = sql<boolean>`not ${waits} and case when task.schedule_rule is null
  then task.type <> 'repeat' and exists (select 1 from flight where flight.task_oid = task.oid
    and flight.start_time is not null and flight.deleted_at is null)
  else task.schedule_over end`;
/** Derived, never stored: a task flies while one of its flights does. */
const status = sql<TaskRecord['status']>`case when ${flying} then 'flying'
  when ${finished} then 'done' when task.paused then 'paused' else 'scheduled' end`;
/** The run that is to come. */
const next = <V>(value: RawBuilder<unknown>) => sql<V | null>`(select ${value} from task_occurrence
  where task_occurrence.task_oid = task.oid and task_occurrence.state = 'planned')`;
/** The flight that flies, else the newest that waits. */
const current = <V extends string | null>(value: RawBuilder<unknown>) => sql<V>`(
  select ${value} from flight
  where flight.task_oid = task.oid and flight.state <> 'over' and flight.deleted_at is null
  order by flight.state = 'inFlight' desc, flight.created_at desc limit 1)`;

/** The task that this one goes on from, or the newest that goes on from this one. */
const neighbour = <V extends string | null>(side: 'before' | 'after', field: 'oid' | 'name') => sql<V>`(
  select ${sql.ref(`other.${field}`)} from task other where other.deleted_at is null
    and ${side === 'before' ? sql`other.oid = task.follows` : sql`other.follows = task.oid`}
  order by other.created_at desc limit 1)`;

export const taskList = defineList({
  table: 'task',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Flights and the audit log name them for good.
  archive: { restoreWithin: limits.list.restoreWithin },
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = task.group_oid)`,
    name: 'name',
    type: 'type',
    status,
    scheduleRule: 'schedule_rule',
    arrangement: column<TaskArrangement | null>('arrangement'),
    arrangedByOID: 'arranged_by',
    nextWall: next<string>(sql`task_occurrence.wall_time`),
    nextAt: next<number>(sql`(extract(epoch from task_occurrence.due_at) * 1000)::float8`),
    nextAtRisk: next<boolean>(
      sql`task_occurrence.reason is not null and task_occurrence.reason <> 'awaitsCondition'`,
    ),
    followsOID: neighbour<string | null>('before', 'oid'),
    followsName: neighbour<string | null>('before', 'name'),
    followedByOID: neighbour<string | null>('after', 'oid'),
    followedByName: neighbour<string | null>('after', 'name'),
    paused: 'paused',
    pauseReason: 'pause_reason',
    favourite: ({ caller }: Asked) => isFavourite(caller),
    flightCount: sql<number>`(select count(*)::int from flight where flight.task_oid = task.oid
      and flight.deleted_at is null)`,
    currentFlightOID: current<string | null>(sql`flight.oid`),
    currentDockOID: current<string | null>(sql`flight.dock_oid`),
    currentPhase: current<NonNullable<TaskRecord['currentPhase']> | null>(
      sql`case flight.state when 'created' then 'waiting' else coalesce(flight.phase, 'preparing') end`,
    ),
    remark: 'remark',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = task.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('task'),
  },
  filters: {
    keyword: keyword('task.name'),
    status: (value: TaskRecord['status']) => sql<boolean>`${status} = ${value}`,
    type: (value: TaskRecord['type']) => sql<boolean>`task.type = ${value}`,
    dockOID: (oid: string) => sql<boolean>`task.arrangement ->> 'dockOID' = ${oid}`,
    paused: (value: boolean) => sql<boolean>`task.paused = ${value}`,
    favourite: (value: boolean, { caller }) => (value ? isFavourite(caller) : null),
    mine: (value: boolean, { caller }) =>
      value ? sql<boolean>`task.created_by = ${caller.memberOID}::uuid` : null,
  },
  sort: usualSort('task'),
  order: '-createdAt',
  // Records of flights that are over keep their task.
  holds: [
    usedBy('flight', {
      column: 'task_oid',
      still: sql<boolean>`state <> 'over' and deleted_at is null`,
    }),
  ],
});
export const tasks = reading(taskList);
