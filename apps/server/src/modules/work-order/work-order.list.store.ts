import { limits, openOrderStates, type Names } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  ascending,
  defineList,
  descending,
  equals,
  inScope,
  keyword,
  versionOfRow,
  type Condition,
  type Scope,
} from '../../platform/list/index.ts';

/** Whoever was given an order sees it, also where it came from a department above. */
export const ordersSeen = (
  caller: Scope & { memberOID: string },
  groupOID: string | undefined,
): RawBuilder<boolean> => sql<boolean>`(work_order.group_root = ${caller.groupRoot}::uuid and (
    ${inScope('work_order.group_oid', caller, groupOID)}
    ${
      groupOID === undefined
        ? sql`or work_order.assignee_oid = ${caller.memberOID}::uuid
          or work_order.assignee_group_oid = ${caller.groupOID}::uuid
          or work_order.claimed_by = ${caller.memberOID}::uuid`
        : sql``
    }))`;

/** Orders that were given to the caller or the own department, or that the caller claimed. */
export const ordersOf = ({ memberOID, groupOID }: { memberOID: string; groupOID: string }): Condition =>
  sql<boolean>`(work_order.assignee_oid = ${memberOID}::uuid or work_order.assignee_group_oid = ${groupOID}::uuid
    or work_order.claimed_by = ${memberOID}::uuid)`;

export const isOpen = sql<boolean>`work_order.state in (${sql.join(openOrderStates.map((state) => sql.lit(state)))})`;
/** It is late, or has stood open for long without a target. */
export const isAgeing = (at: RawBuilder<unknown>): Condition =>
  sql<boolean>`(${isOpen} and coalesce(work_order.due_at,
    work_order.created_at + ${limits.workOrder.ageingAfter / 1_000} * interval '1 second') < ${at})`;

export const workOrderList = defineList({
  table: 'work_order',
  scope: ({ caller, filter: { groupOID } }) =>
    ordersSeen(caller, typeof groupOID === 'string' ? groupOID : undefined),
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = work_order.group_oid)`,
    name: 'name',
    class: 'class',
    remark: 'remark',
    state: 'state',
    severity: 'severity',
    typeCode: 'type',
    typeNames: sql<Names | null>`(select names from listed_code where listed_code.group_root = work_order.group_root
      and listed_code.list = 'workOrderType' and listed_code.code = work_order.type)`,
    dueAt: 'due_at',
    outcomeOID: 'outcome_oid',
    mediaOID: 'media_oid',
    flightOID: 'flight_oid',
    lng: 'lng',
    lat: 'lat',
    assigneeOID: 'assignee_oid',
    assigneeGroupOID: 'assignee_group_oid',
    assigneeName: sql<string | null>`coalesce(
      (select name from member where member.oid = work_order.assignee_oid),
      (select name from department where department.oid = work_order.assignee_group_oid))`,
    claimedByOID: 'claimed_by',
    claimedBy: sql<string | null>`(select name from member where member.oid = work_order.claimed_by)`,
    claimedAt: 'claimed_at',
    completedAt: 'completed_at',
    result: 'result',
    verification: 'verification',
    mergedIntoOID: 'merged_into',
    mergedIntoName: sql<
      string | null
    >`(select kept.name from work_order kept where kept.oid = work_order.merged_into)`,
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = work_order.created_by)`,
    createdAt: 'created_at',
    version: versionOfRow('work_order'),
  },
  filters: {
    keyword: keyword('work_order.name', 'work_order.class', 'work_order.remark'),
    state: equals('work_order.state'),
    severity: equals('work_order.severity'),
    type: equals('work_order.type'),
    ageing: (wanted: boolean): Condition | null => (wanted ? isAgeing(sql`now()`) : null),
    mine: (wanted: boolean, { caller }): Condition | null => (wanted ? ordersOf(caller) : null),
  },
  sort: {
    name: [ascending('work_order.name')],
    createdAt: [ascending('work_order.created_at')],
    dueAt: sql`work_order.due_at nulls last, work_order.oid`,
    '-createdAt': [descending('work_order.created_at')],
  },
  order: '-createdAt',
});
