import { sql } from 'kysely';
import { limits, type AuditRecord, type ParsedRequestOf, type auditLogCalls } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type AuditFilter = Omit<ParsedRequestOf<typeof auditLogCalls.query>, 'pageNum' | 'pageSize'>;

/** Whose rows are read: an organisation's, or with null those that belong to none. */
export interface AuditScope {
  groupRoot: string | null;
  /** Only of members and docks of this department and below; null: all, also those about neither. */
  groupOID: string | null;
}

/** What belongs to a department or below it. */
const inDepartment = (thing: 'member' | 'dock', groupOID: string) =>
  sql`audit_log.${sql.ref(`${thing}_oid`)} in (select ${sql.table(thing)}.oid from ${sql.table(thing)}
    join department on department.oid = ${sql.table(thing)}.group_oid
    where department.path @> array[${groupOID}::uuid])`;

/** As the index has it, whatever the database's own order of letters. */
const actionColumn = sql`audit_log.action collate "C"`;

/** Rows of one owner that match everything but the keyword, newest first. */
const matching = (db: DbOrTrx, { groupRoot, groupOID }: AuditScope, filter: AuditFilter) => {
  const { from, until, memberOID, dockOID, action, outcome } = filter;
  return (
    db
      .selectFrom('audit_log')
      .where('audit_log.group_root', groupRoot === null ? 'is' : '=', groupRoot)
      .$if(groupOID !== null, (query) =>
        query.where(
          sql<boolean>`(${inDepartment('member', groupOID ?? '')} or ${inDepartment('dock', groupOID ?? '')})`,
        ),
      )
      .$if(from !== undefined, (query) => query.where('audit_log.at', '>=', new Date(from ?? 0)))
      .$if(until !== undefined, (query) => query.where('audit_log.at', '<', new Date(until ?? 0)))
      .$if(memberOID !== undefined, (query) => query.where('audit_log.member_oid', '=', memberOID ?? ''))
      .$if(dockOID !== undefined, (query) => query.where('audit_log.dock_oid', '=', dockOID ?? ''))
      // A dock of another department is answered as if it never was, also where the own members have named it.
      .$if(dockOID !== undefined && groupOID !== null, (query) =>
        query.where(sql<boolean>`${inDepartment('dock', groupOID ?? '')}`),
      )
      .$if(outcome !== undefined, (query) => query.where('audit_log.outcome', '=', outcome ?? ''))
      .$if(action !== undefined, (query) =>
        query.where(
          action?.includes('.')
            ? sql<boolean>`${actionColumn} = ${action}`
            : // A range of text, so that the index serves it: '/' follows '.'.
              sql<boolean>`${actionColumn} >= ${`${action}.`} and ${actionColumn} < ${`${action}/`}`,
        ),
      )
  );
};

const newestFirst = (db: DbOrTrx, scope: AuditScope, filter: AuditFilter, most: number) =>
  matching(db, scope, filter)
    .selectAll()
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.chain_seq', 'desc')
    .limit(most);

const hit = (keyword: string) =>
  sql<boolean>`strpos(lower(concat_ws(' ', audit_log.action, audit_log.outcome, audit_log.address,
    audit_log.correlation_id, audit_log.detail::text)), lower(${keyword})) > 0`;

/** A place in the newest-first order: everything older comes after it. */
export interface AuditCursor {
  at: number;
  place: number;
}

type Candidates = ReturnType<typeof newestFirst>;

/** Rows with the names of who and what they speak of, also where those are deleted. */
const shown = (db: DbOrTrx, { groupRoot, groupOID }: AuditScope, candidates: Candidates) =>
  db
    .selectFrom(candidates.as('audit_log'))
    .leftJoin('member', (join) =>
      join.onRef('member.oid', '=', 'audit_log.member_oid').on('member.group_root', '=', groupRoot),
    )
    .leftJoin('dock', (join) =>
      join
        .onRef('dock.oid', '=', 'audit_log.dock_oid')
        .on('dock.group_root', '=', groupRoot)
        .on(groupOID === null ? sql<boolean>`true` : sql<boolean>`${inDepartment('dock', groupOID)}`),
    )
    .select([
      'audit_log.chain_seq',
      'audit_log.at',
      'audit_log.member_oid',
      'member.name as member_name',
      'member.account as member_account',
      'audit_log.session_oid',
      'audit_log.address',
      // Whoever reads the log of a department learns of no dock outside it.
      groupOID === null ? 'audit_log.dock_oid' : 'dock.oid as dock_oid',
      'dock.name as dock_name',
      'dock.sn as dock_sn',
      'audit_log.action',
      'audit_log.outcome',
      'audit_log.code',
      'audit_log.lease_epoch',
      'audit_log.detail',
      'audit_log.correlation_id',
      'audit_log.previous_hash',
      'audit_log.hash',
    ])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.chain_seq', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** A row before anybody looked up what its detail speaks of. */
export type UnnamedRecord = Omit<AuditRecord, 'names'>;

const present = (row: Row): UnnamedRecord => ({
  place: Number(row.chain_seq),
  at: row.at.getTime(),
  member:
    row.member_oid === null
      ? null
      : { oid: row.member_oid, name: row.member_name ?? '', account: row.member_account ?? '' },
  sessionOID: row.session_oid,
  address: row.address,
  dock:
    row.dock_oid === null ? null : { oid: row.dock_oid, name: row.dock_name ?? '', sn: row.dock_sn ?? '' },
  action: row.action,
  outcome: row.outcome,
  code: row.code,
  leaseEpoch: row.lease_epoch === null ? null : Number(row.lease_epoch),
  detail: row.detail,
  correlationId: row.correlation_id,
  previousHash: row.previous_hash.toString('hex'),
  hash: row.hash.toString('hex'),
});

/** How far back a search for a word reads: no index helps it, and an answer must come in time. */
const within = (filter: AuditFilter, otherwise: number): number =>
  filter.keyword ? limits.audit.searchRows : otherwise;

export async function listAudit(
  db: DbOrTrx,
  scope: AuditScope,
  filter: AuditFilter,
  page: { pageNum: number; pageSize: number },
): Promise<UnnamedRecord[]> {
  const before = (page.pageNum - 1) * page.pageSize;
  const candidates = newestFirst(db, scope, filter, within(filter, before + page.pageSize));
  const rows = await shown(db, scope, candidates)
    .$if(Boolean(filter.keyword), (query) => query.where(hit(filter.keyword ?? '')))
    .limit(page.pageSize)
    .offset(before)
    .execute();
  return rows.map(present);
}

/**
 * Reads everything piece by piece, newest first, without counting from the start each time.
 * @returns rows that match among the next `count`, and where to go on; null at the end.
 */
export async function auditAfter(
  db: DbOrTrx,
  scope: AuditScope,
  filter: AuditFilter,
  cursor: AuditCursor | null,
  count: number,
): Promise<{ rows: UnnamedRecord[]; next: AuditCursor | null }> {
  const candidates = newestFirst(db, scope, filter, count).$if(cursor !== null, (query) =>
    query.where(
      sql<boolean>`(audit_log.at, audit_log.chain_seq) < (${new Date(cursor?.at ?? 0)}, ${cursor?.place ?? 0})`,
    ),
  );
  const rows = await shown(db, scope, candidates)
    .select(filter.keyword ? hit(filter.keyword).as('hit') : sql<boolean>`true`.as('hit'))
    .execute();
  const last = rows.at(-1);
  return {
    rows: rows.filter((row) => row.hit).map(present),
    next: rows.length < count || !last ? null : { at: last.at.getTime(), place: Number(last.chain_seq) },
  };
}

/** How many match; with a keyword, among as many of the newest as are searched. */
export async function countAudit(db: DbOrTrx, scope: AuditScope, filter: AuditFilter): Promise<number> {
  const counted = filter.keyword
    ? db
        .selectFrom(newestFirst(db, scope, filter, limits.audit.searchRows).as('audit_log'))
        .where(hit(filter.keyword))
        .select(sql<number>`count(*)::int`.as('count'))
    : matching(db, scope, filter).select(sql<number>`count(*)::int`.as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** When the oldest row was written that a search for a word still reads; null: it reads all. */
export async function searchedSince(
  db: DbOrTrx,
  scope: AuditScope,
  filter: AuditFilter,
): Promise<number | null> {
  if (!filter.keyword) return null;
  const row = await matching(db, scope, filter)
    .select('audit_log.at')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.chain_seq', 'desc')
    .offset(limits.audit.searchRows)
    .limit(1)
    .executeTakeFirst();
  return row?.at.getTime() ?? null;
}

/** Every action that occurs, found by jumping along the index from one to the next. */
export async function auditActions(db: DbOrTrx, groupRoot: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive word as (
      (select ${actionColumn} as action from audit_log where group_root = ${groupRoot} order by 1 limit 1)
      union all
      select (select ${actionColumn} from audit_log where group_root = ${groupRoot} and ${actionColumn} > word.action
        order by 1 limit 1)
      from word where word.action is not null)
    select action from word where action is not null`.execute(db);
  return rows.map((row) => row.action);
}

/** A member or dock as the filter names it. */
export interface AuditName {
  oid: string;
  name: string;
  mark: string;
  deleted: boolean;
}

/** Members or docks of an organisation whose name or mark has the keyword in it, present ones first. */
export async function auditNames(
  db: DbOrTrx,
  { groupRoot, groupOID }: AuditScope,
  kind: 'member' | 'dock',
  keyword: string,
  most: number,
): Promise<AuditName[]> {
  const mark = sql.ref(kind === 'member' ? 'account' : 'sn');
  const { rows } = await sql<AuditName>`
    select oid, name, ${mark} as mark, deleted_at is not null as deleted from ${sql.table(kind)}
    where group_root = ${groupRoot} and group_oid in (
        select oid from department where path @> array[${groupOID}::uuid] or ${groupOID}::uuid is null)
      and strpos(lower(name || ' ' || ${mark}), lower(${keyword})) > 0
    order by deleted_at is not null, name, oid limit ${most}`.execute(db);
  return rows;
}
