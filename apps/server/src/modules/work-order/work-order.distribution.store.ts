import { limits, type ParsedRequestOf, type ResponseOf, type workOrderCalls } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isAgeing as ageingAt, isOpen, ordersOf, ordersSeen } from './work-order.list.store.ts';

type Answer = ResponseOf<typeof workOrderCalls.distribution>;
type Question = ParsedRequestOf<typeof workOrderCalls.distribution>;
type Row = Omit<Answer['list'][number], 'createdAt' | 'dueAt'> & { createdAt: Date; dueAt: Date | null };

const { mappedMost, ageingAfter } = limits.workOrder;
const isAgeing = (at: Date) => ageingAt(sql`${at}::timestamptz`);

const wantedOf = (
  caller: Scope & { memberOID: string },
  { groupOID, keyword = '', state, mine, from, to }: Question,
): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [ordersSeen(caller, groupOID)];
  const word = keyword.trim().toLowerCase();
  if (word !== '')
    conditions.push(sql`(strpos(lower(work_order.name), ${word}) > 0 or strpos(lower(work_order.class), ${word}) > 0
      or strpos(lower(work_order.remark), ${word}) > 0)`);
  if (state !== undefined) conditions.push(sql`work_order.state = ${state}`);
  if (mine === true) conditions.push(ordersOf(caller));
  if (from !== undefined) conditions.push(sql`work_order.created_at >= ${new Date(from)}::timestamptz`);
  if (to !== undefined) conditions.push(sql`work_order.created_at < ${new Date(to)}::timestamptz`);
  return sql`from work_order join department on department.oid = work_order.group_oid
    where ${sql.join(conditions, sql` and `)}`;
};

/** Orders that fit what is asked, as many as one answer holds, and the counts of all of them. */
export const distributionOf = async (
  db: DbOrTrx,
  caller: Scope & { memberOID: string },
  asked: Question,
  at: Date,
): Promise<Answer> => {
  const wanted = wantedOf(caller, asked);
  const { rows } = await sql<Row>`select work_order.oid, work_order.name, work_order.class, work_order.state,
      work_order.group_oid as "groupOID", department.name as "groupName", work_order.lng, work_order.lat,
      work_order.created_at as "createdAt", work_order.severity, work_order.due_at as "dueAt", ${isAgeing(at)} as ageing
    ${wanted} order by work_order.created_at desc, work_order.oid limit ${mappedMost}`.execute(db);
  const { rows: groups } = await sql<Answer['departments'][number] & { unplaced: number }>`
    select department.oid, department.name, count(*)::int as count, (count(*) filter (where ${isOpen}))::int as open,
      (count(*) filter (where ${isAgeing(at)}))::int as ageing,
      (count(*) filter (where work_order.lng is null or work_order.lat is null))::int as unplaced
    ${wanted} group by department.oid, department.name order by ageing desc, open desc, department.name, department.oid`.execute(
    db,
  );
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    list: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.getTime(),
      dueAt: row.dueAt?.getTime() ?? null,
    })),
    total,
    more: total > rows.length,
    unplaced: groups.reduce((sum, { unplaced }) => sum + unplaced, 0),
    departments: groups.map(({ unplaced: _unplaced, ...group }) => group),
    ageingAfter,
  };
};
