import { sql, type RawBuilder } from 'kysely';
import { limits, type TaskRecord } from '@eyrie/domain';
import {
  defineList,
  keyword,
  reading,
  usedBy,
  versionOfRow,
  ascending,
  descending,
} from '../../platform/list/index.ts';

const flying = sql<boolean>`exists (select 1 from flight where flight.task_oid = task.oid
  and flight.state = 'inFlight')`;
/** It flew and nothing of it waits. A repeated task has another turn; the others have none unless one is arranged. */
const flown = sql<boolean>`task.type <> 'repeat' and exists (select 1 from flight where flight.task_oid = task.oid
  and flight.start_time is not null and flight.deleted_at is null) and not exists (select 1 from flight where flight.task_oid = task.oid
  and flight.state <> 'over' and flight.deleted_at is null)`;
/** Derived, never stored: a task flies while one of its flights does. */
const status = sql<TaskRecord['status']>`case when ${flying} then 'flying'
  when ${flown} then 'done' when task.paused then 'paused' else 'scheduled' end`;
/** The flight that flies, else the newest that waits. */
const current = <V extends string | null>(value: RawBuilder<unknown>) => sql<V>`(
  select ${value} from flight
  where flight.task_oid = task.oid and flight.state <> 'over' and flight.deleted_at is null
  order by flight.state = 'inFlight' desc, flight.created_at desc limit 1)`;

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
    mine: (value: boolean, { caller }) =>
      value ? sql<boolean>`task.created_by = ${caller.memberOID}::uuid` : null,
  },
  sort: {
    name: [ascending('task.name')],
    createdAt: [ascending('task.created_at')],
    '-createdAt': [descending('task.created_at')],
  },
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
