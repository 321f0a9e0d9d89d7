import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { column, descending, equals, inScope, keywordBy, readingOf } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';

const { countMost } = limits.list;
type ReasonValues = Record<string, string | number>;
const since = (name: string) => (at: number) => sql<boolean>`${sql.ref(name)} >= ${new Date(at)}`;
const until = (name: string) => (at: number) => sql<boolean>`${sql.ref(name)} <= ${new Date(at)}`;

/** Runs of the timed tasks within the caller's sight. */
export const runRows = readingOf({
  table: 'task_occurrence',
  scope: ({ caller }) =>
    sql<boolean>`exists (select 1 from task where task.oid = task_occurrence.task_oid
      and ${inScope('task.group_oid', caller)})`,
  pageJoins: ({ caller }) => sql`join task on task.oid = task_occurrence.task_oid
    join department on department.oid = task.group_oid
    left join flight on flight.oid = task_occurrence.flight_oid
    left join dock on dock.oid = coalesce(flight.dock_oid, (task.arrangement->>'dockOID')::uuid)
      and ${inScope('dock.group_oid', caller)}`,
  columns: {
    oid: 'oid',
    taskOID: 'task_oid',
    taskName: sql<string>`task.name`,
    groupName: sql<string>`department.name`,
    wall: 'wall_time',
    timeZone: 'time_zone',
    dueAt: 'due_at',
    movedTo: 'moved_to',
    state: 'state',
    reason: 'reason',
    reasonValues: column<ReasonValues | null>('reason_values'),
    dockName: sql<string | null>`dock.name`,
    flightOID: 'flight_oid',
    decidedAt: 'decided_at',
  },
  filters: {
    keyword: keywordBy(
      (word, { caller: { groupRoot } }) => sql<boolean>`task_occurrence.task_oid in (select oid from task
        where group_root = ${groupRoot}::uuid and ${holdsWord('task.name', word)})`,
    ),
    state: equals('task_occurrence.state'),
    taskOID: equals('task_occurrence.task_oid'),
    from: since('task_occurrence.due_at'),
    to: until('task_occurrence.due_at'),
  },
  sort: { '-dueAt': [descending('task_occurrence.due_at')] },
  order: '-dueAt',
  name: 'wall',
  countMost,
});

/** Orders to docks and devices within the caller's sight. */
export const commandRows = readingOf({
  table: 'command',
  scope: ({ caller }) => sql<boolean>`command.group_root = ${caller.groupRoot}::uuid
    and exists (select 1 from dock where dock.oid = command.dock_oid and ${inScope('dock.group_oid', caller)})`,
  pageJoins: sql`join dock on dock.oid = command.dock_oid
    left join member on member.oid = command.issued_by`,
  columns: {
    oid: 'oid',
    dockOID: 'dock_oid',
    dockName: sql<string>`dock.name`,
    method: 'method',
    state: 'state',
    code: 'ack_code',
    reason: 'reason',
    detail: 'detail',
    issuedBy: sql<string>`coalesce(member.name, '')`,
    issuedAt: 'issued_at',
    sentAt: 'sent_at',
    updatedAt: 'updated_at',
    flightOID: 'flight_oid',
  },
  filters: {
    keyword: keywordBy(
      (word, { caller: { groupRoot } }) => sql<boolean>`command.dock_oid in (select oid from dock
        where group_root = ${groupRoot}::uuid and ${holdsWord('dock.name', word)})`,
    ),
    method: equals('command.method'),
    state: equals('command.state'),
    dockOID: equals('command.dock_oid'),
    flightOID: equals('command.flight_oid'),
    from: since('command.created_at'),
    to: until('command.created_at'),
  },
  sort: { newest: [descending('command.created_at'), descending('command.oid')] },
  order: 'newest',
  name: 'oid',
  countMost,
});
