import { sql } from 'kysely';
import { limits, type AuditRecord, type ParsedRequestOf, type auditLogCalls } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import {
  descending,
  equals,
  keywordBy,
  readingOf,
  type Asked,
  type Page,
} from '../../platform/list/index.ts';
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

const scopeOf = ({ given }: Asked): AuditScope => given as AuditScope;

/** Things of the owner of the rows; whoever reads the log of a department learns of no dock outside it. */
const things = (asked: Asked) => {
  const { groupOID } = scopeOf(asked);
  return sql`
    left join member on member.oid = audit_log.member_oid and member.group_root = audit_log.group_root
    left join dock on dock.oid = audit_log.dock_oid and dock.group_root = audit_log.group_root
      and ${groupOID === null ? sql`true` : inDepartment('dock', groupOID)}`;
};

const auditList = {
  table: 'audit_log',
  key: { column: 'seq', type: 'bigint' },
  scope(asked: Asked) {
    const { groupRoot, groupOID } = scopeOf(asked);
    const owned =
      groupRoot === null
        ? sql<boolean>`audit_log.group_root is null`
        : sql<boolean>`audit_log.group_root = ${groupRoot}::uuid`;
    return groupOID === null
      ? owned
      : sql<boolean>`${owned} and (${inDepartment('member', groupOID)} or ${inDepartment('dock', groupOID)})`;
  },
  pageJoins: things,
  columns: {
    chain: 'chain',
    place: sql<number>`audit_log.chain_seq::float8`,
    at: 'at',
    memberOID: 'member_oid',
    memberName: sql<string | null>`member.name`,
    memberAccount: sql<string | null>`member.account`,
    sessionOID: 'session_oid',
    address: 'address',
    dockOID: (asked: Asked) =>
      sql<string | null>`${sql.ref(scopeOf(asked).groupOID === null ? 'audit_log.dock_oid' : 'dock.oid')}`,
    dockName: sql<string | null>`dock.name`,
    dockSn: sql<string | null>`dock.sn`,
    action: 'action',
    outcome: 'outcome',
    code: 'code',
    leaseEpoch: sql<number | null>`audit_log.lease_epoch::float8`,
    detail: 'detail',
    correlationId: 'correlation_id',
    previousHash: sql<string>`encode(audit_log.previous_hash, 'hex')`,
    hash: sql<string>`encode(audit_log.hash, 'hex')`,
  },
  filters: {
    from: (value: number) => sql<boolean>`audit_log.at >= ${new Date(value)}`,
    until: (value: number) => sql<boolean>`audit_log.at < ${new Date(value)}`,
    memberOID: equals('audit_log.member_oid'),
    // A dock of another department is answered as if it never was, also where the own members have named it.
    dockOID(value: string, asked: Asked) {
      const { groupOID } = scopeOf(asked);
      const named = sql<boolean>`audit_log.dock_oid = ${value}::uuid`;
      return groupOID === null ? named : sql<boolean>`${named} and ${inDepartment('dock', groupOID)}`;
    },
    outcome: equals('audit_log.outcome'),
    action: (value: string) =>
      value.includes('.')
        ? sql<boolean>`${actionColumn} = ${value}`
        : // A range of text, so that the index serves it: '/' follows '.'.
          sql<boolean>`${actionColumn} >= ${`${value}.`} and ${actionColumn} < ${`${value}/`}`,
    keyword: keywordBy(
      (
        value,
      ) => sql<boolean>`strpos(lower(concat_ws(' ', audit_log.action, audit_log.outcome, audit_log.address,
        audit_log.correlation_id, audit_log.detail::text)), lower(${value})) > 0`,
    ),
  },
  sort: { newest: [descending('audit_log.at'), descending('audit_log.chain_seq')] },
  order: 'newest',
  name: 'action',
  // No index helps a search for a word, and an answer must come in time.
  searchMost: limits.audit.searchRows,
} as const;
const audited = readingOf(auditList);
type Row = Awaited<ReturnType<typeof audited.rows>>[number];

/** A row before anybody looked up what its detail speaks of. */
export type UnnamedRecord = Omit<AuditRecord, 'names'>;

const present = ({
  memberOID,
  memberName,
  memberAccount,
  dockOID,
  dockName,
  dockSn,
  ...row
}: Row): UnnamedRecord => ({
  ...row,
  member:
    memberOID === null ? null : { oid: memberOID, name: memberName ?? '', account: memberAccount ?? '' },
  dock: dockOID === null ? null : { oid: dockOID, name: dockName ?? '', sn: dockSn ?? '' },
});

/** Rows of the log as far as a caller reads them. */
export const auditOf = (db: DbOrTrx, caller: Caller, given: AuditScope, filter: AuditFilter) => {
  const reader = { caller, given };
  return {
    page: async (page: Page): Promise<UnnamedRecord[]> =>
      (await audited.rows(db, reader, filter, page)).map(present),
    /** With a keyword, among as many of the newest as are searched. */
    count: (): Promise<number> => audited.count(db, reader, filter),
    /** When the oldest row was written that a search for a word still reads; null: it reads all. */
    async searchedSince(): Promise<number | null> {
      const { keyword, ...others } = filter;
      if (!keyword) return null;
      const behind = { pageNum: limits.audit.searchRows + 1, pageSize: 1 };
      return (await audited.rows(db, reader, others, behind))[0]?.at ?? null;
    },
    /** All of them, newest first: a word is looked for in every row. */
    async *pieces(bounds: { piece: number; most: number }): AsyncGenerator<UnnamedRecord[]> {
      for await (const rows of audited.pieces(db, reader, filter, bounds)) yield rows.map(present);
    },
  };
};

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
