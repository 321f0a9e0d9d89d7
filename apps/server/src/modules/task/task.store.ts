import { sql, type RawBuilder } from 'kysely';
import type { ParsedRequestOf, TaskRecord, taskCalls } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export type TaskFilter = Omit<Partial<ParsedRequestOf<typeof taskCalls.query4Dep>>, 'pageNum' | 'pageSize'>;
export interface Page {
  pageNum: number;
  pageSize: number;
}

/** A record without `allowed`, and whether one of its flights waits or flies. */
export type StoredTask = Omit<TaskRecord, 'allowed'> & { inUse: boolean };

const orders = {
  name: sql`name, oid`,
  createdAt: sql`created_at, oid`,
  '-createdAt': sql`created_at desc, oid`,
} as const;

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
const current = (value: RawBuilder<unknown>) => sql<string | null>`(
  select ${value} from flight
  where flight.task_oid = task.oid and flight.state <> 'over' and flight.deleted_at is null
  order by flight.state = 'inFlight' desc, flight.created_at desc limit 1)`;

const visible = (db: DbOrTrx, caller: Caller, filter: TaskFilter) =>
  db
    .selectFrom('task')
    .where('task.deleted_at', 'is', null)
    .where('task.group_root', '=', caller.groupRoot)
    .where(inScope('task.group_oid', caller, filter.groupOID))
    .$if(Boolean(filter.keyword), (query) => query.where(holdsWord('task.name', filter.keyword ?? '')))
    .$if(filter.mine === true, (query) => query.where('task.created_by', '=', caller.memberOID))
    .$if(filter.status !== undefined, (query) => query.where(status, '=', filter.status ?? 'scheduled'));

const recordsOf = (db: DbOrTrx, caller: Caller, filter: TaskFilter) =>
  visible(db, caller, filter).select([
    'task.oid',
    'task.group_oid',
    'task.group_root',
    'task.name',
    'task.type',
    'task.remark',
    'task.created_at',
    sql<string>`(select name from department where department.oid = task.group_oid)`.as('group_name'),
    sql<string>`(select name from member where member.oid = task.created_by)`.as('created_by_name'),
    sql<number>`(select count(*)::int from flight where flight.task_oid = task.oid
      and flight.deleted_at is null)`.as('flight_count'),
    status.as('status'),
    current(sql`flight.oid`).as('current_flight'),
    current(sql`flight.dock_oid`).as('current_dock'),
    current(
      sql`case flight.state when 'created' then 'waiting' else coalesce(flight.phase, 'preparing') end`,
    ).as('current_phase'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof recordsOf>['execute']>>[number];

const present = (row: Row): StoredTask => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  name: row.name,
  type: row.type,
  status: row.status,
  flightCount: row.flight_count,
  currentFlightOID: row.current_flight,
  currentDockOID: row.current_dock,
  currentPhase: row.current_phase as TaskRecord['currentPhase'],
  remark: row.remark,
  createdBy: row.created_by_name,
  createdAt: row.created_at.getTime(),
  inUse: row.current_flight !== null,
});

export async function listTasks(
  db: DbOrTrx,
  caller: Caller,
  filter: TaskFilter,
  page: Page,
): Promise<StoredTask[]> {
  const rows = await recordsOf(db, caller, filter)
    .orderBy(orders[filter.sort ?? '-createdAt'])
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return rows.map(present);
}

export async function countTasks(db: DbOrTrx, caller: Caller, filter: TaskFilter): Promise<number> {
  const row = await visible(db, caller, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function taskByOid(db: DbOrTrx, caller: Caller, oid: string): Promise<StoredTask | undefined> {
  const row = await recordsOf(db, caller, {}).where('task.oid', '=', oid).executeTakeFirst();
  return row && present(row);
}

export async function insertTask(
  db: DbOrTrx,
  task: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    name: string;
    type: TaskRecord['type'];
    remark: string;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('task')
    .values({
      oid: task.oid,
      group_root: task.groupRoot,
      group_oid: task.groupOID,
      name: task.name,
      type: task.type,
      remark: task.remark,
      created_by: task.createdBy,
      created_at: task.createdAt,
    })
    .execute();
}

/** @returns false when the task is not there or outside the scope. */
export async function updateTask(
  db: DbOrTrx,
  caller: Caller,
  oid: string,
  change: { name?: string | undefined; remark?: string | undefined },
): Promise<boolean> {
  const result = await db
    .updateTable('task')
    // Naming a column also when nothing changes keeps the statement whole.
    .set({ oid, ...(change.name === undefined ? {} : { name: change.name }) })
    .$if(change.remark !== undefined, (query) => query.set({ remark: change.remark ?? '' }))
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('group_root', '=', caller.groupRoot)
    .where(inScope('task.group_oid', caller))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks tasks that the caller may see. New flights of them wait until the transaction ends. */
export const lockTasks = (
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<{ oid: string; name: string }[]> =>
  visible(trx, caller, {})
    .select(['task.oid', 'task.name'])
    .where('task.oid', 'in', [...oids])
    .orderBy('task.oid')
    .forUpdate()
    .execute();

/** Tasks of which a flight waits or flies. Ask after locking: the lock may have waited for such a flight. */
export async function tasksInUse(trx: DbOrTrx, oids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('flight')
    .select('task_oid')
    .distinct()
    .where('task_oid', 'in', [...oids])
    .where('state', '<>', 'over')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.task_oid);
}

export async function markTasksDeleted(trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('task')
    .set({ deleted_at: at })
    .where('oid', 'in', [...oids])
    .execute();
}
