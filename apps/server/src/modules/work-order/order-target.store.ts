import { limits, orderTargetFields, orderTargetOf, type OrderState, type WorkingDays } from '@eyrie/domain';
import { sql } from 'kysely';
import { defineList, keyword, storedColumns, versionOfRow, usualSort } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isOpen } from './work-order.list.store.ts';

export const orderTargetList = defineList({
  table: 'order_target',
  scope: 'department',
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = order_target.group_oid)`,
    ...storedColumns(orderTargetOf),
    ...storedColumns(orderTargetFields),
    createdByOID: 'created_by',
    createdAt: 'created_at',
    version: versionOfRow('order_target'),
  },
  filters: { keyword: keyword('order_target.name') },
  sort: usualSort('order_target'),
  order: '-createdAt',
});

export interface UnsettledOrder {
  oid: string;
  since: Date;
  basis: string;
  timeZone: string;
  hours: number | null;
  days: WorkingDays;
  fromHour: number;
  toHour: number;
}

/**
 * Orders that stand otherwise than when it was worked out by when they are due, locked: another state, severity,
 * department or target. The target of the nearest department counts.
 */
export const unsettledOrders = async (trx: DbOrTrx, oid?: string): Promise<UnsettledOrder[]> => {
  const { rows } = await sql<UnsettledOrder>`
    select work_order.oid, coalesce(moved.at, work_order.created_at) as since, basis.basis,
      organisation.time_zone as "timeZone", target.hours, target.days, target.from_hour as "fromHour",
      target.to_hour as "toHour"
    from work_order
    join organisation on organisation.oid = work_order.group_root
    join department on department.oid = work_order.group_oid
    left join lateral (select move.oid, move.at from work_order_move move
      where move.order_oid = work_order.oid order by move.at desc, move.oid desc limit 1) moved on true
    left join lateral (select * from order_target
      where order_target.group_root = work_order.group_root and order_target.state = work_order.state
        and order_target.severity = work_order.severity and order_target.group_oid = any(department.path)
      order by array_position(department.path, order_target.group_oid) desc limit 1) target on true
    cross join lateral (select concat_ws('/', moved.oid, work_order.state, work_order.severity, organisation.time_zone,
      target.hours, target.days, target.from_hour, target.to_hour) as basis) basis
    where (${isOpen} or work_order.due_at is not null) and work_order.due_basis is distinct from basis.basis
      ${oid === undefined ? sql`` : sql`and work_order.oid = ${oid}::uuid`}
    order by work_order.oid limit ${limits.workOrder.targetsAtOnce} for update of work_order skip locked`.execute(
    trx,
  );
  return rows;
};

export interface Due {
  oid: string;
  since: Date;
  basis: string;
  dueAt: Date | null;
  dueTwiceAt: Date | null;
}

export const saveDue = async (trx: DbOrTrx, due: readonly Due[]): Promise<void> => {
  if (due.length === 0) return;
  await sql`update work_order set due_since = row.since, due_basis = row.basis, due_at = row.due_at,
      due_twice_at = row.due_twice_at
    from unnest(${due.map((one) => one.oid)}::uuid[], ${due.map((one) => one.since)}::timestamptz[],
      ${due.map((one) => one.basis)}::text[], ${due.map((one) => one.dueAt)}::timestamptz[],
      ${due.map((one) => one.dueTwiceAt)}::timestamptz[]) as row (oid, since, basis, due_at, due_twice_at)
    where work_order.oid = row.oid`.execute(trx);
};

/** A row for each open order that became late, or late twice over; one that has it already gets no other. */
export const insertEscalations = async (db: DbOrTrx, now: Date): Promise<void> => {
  await sql`insert into work_order_escalation (oid, order_oid, since, level, state, due_at, at)
    select gen_random_uuid(), work_order.oid, work_order.due_since, late.level, work_order.state, late.due_at, ${now}
    from work_order
    cross join lateral (values (1, work_order.due_at), (2, work_order.due_twice_at)) late (level, due_at)
    where ${isOpen} and work_order.due_at <= ${now} and late.due_at <= ${now}
      and not exists (select from work_order_escalation known where known.order_oid = work_order.oid
        and known.since = work_order.due_since and known.state = work_order.state and known.level = late.level)
    order by late.due_at, work_order.oid limit ${limits.workOrder.targetsAtOnce}
    on conflict (order_oid, since, state, level) do nothing`.execute(db);
};

export interface Escalation {
  oid: string;
  level: number;
  orderOID: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  class: string;
  state: OrderState;
  claimedBy: string | null;
  assigneeOID: string | null;
  assigneeGroupOID: string | null;
}

/** The next one of which nobody was notified, held until the transaction ends. */
export const nextEscalation = async (trx: DbOrTrx): Promise<Escalation | undefined> => {
  const { rows } = await sql<Escalation>`
    select late.oid, late.level, work_order.oid as "orderOID", work_order.group_root as "groupRoot",
      work_order.group_oid as "groupOID", work_order.name,
      work_order.class, late.state, work_order.claimed_by as "claimedBy", work_order.assignee_oid as "assigneeOID",
      work_order.assignee_group_oid as "assigneeGroupOID"
    from work_order_escalation late join work_order on work_order.oid = late.order_oid
    where late.notified_at is null order by late.at, late.oid limit 1 for update of late skip locked`.execute(
    trx,
  );
  return rows[0];
};

export const markNotified = async (trx: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await trx.updateTable('work_order_escalation').set({ notified_at: at }).where('oid', '=', oid).execute();
};

/** When an order became late, the first time first. */
export const escalationsOf = async (db: DbOrTrx, orderOID: string) => {
  const rows = await db
    .selectFrom('work_order_escalation')
    .select(['level', 'state', 'due_at as dueAt', 'at'])
    .where('order_oid', '=', orderOID)
    .orderBy('at')
    .orderBy('level')
    .limit(limits.workOrder.logMost)
    .execute();
  return rows.map(({ level, state, dueAt, at }) => ({
    level,
    state,
    dueAt: dueAt.getTime(),
    at: at.getTime(),
  }));
};
