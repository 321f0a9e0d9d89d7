import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface MemberFilter {
  roleOID: string;
  /** Department of the role. */
  roleGroupOID: string;
  keyword?: string | undefined;
  /** Narrows to one department and below. */
  groupOID?: string | undefined;
}
export interface Page {
  pageNum: number;
  pageSize: number;
}
export interface RoleMemberRow {
  oid: string;
  account: string;
  name: string;
  groupOID: string;
  groupName: string;
  enabled: boolean;
}

/** People who are still there: neither deleted, nor past the end of a limited account, nor programs. */
const there = sql<boolean>`member.deleted_at is null and not member.service
  and (member.valid_until is null or member.valid_until > now())`;

const holds = (roleOID: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from member_role
    where member_role.member_oid = member.oid and member_role.role_oid = ${roleOID}::uuid)`;

const people = (db: DbOrTrx, caller: Caller, filter: Pick<MemberFilter, 'keyword' | 'groupOID'>) =>
  db
    .selectFrom('member')
    .where('member.group_root', '=', caller.groupRoot)
    .where(inScope('member.group_oid', caller, filter.groupOID))
    .where(there)
    .$if(Boolean(filter.keyword), (query) =>
      query.where(holdsWord(['member.name', 'member.account'], filter.keyword ?? '')),
    );

const holders = (db: DbOrTrx, caller: Caller, filter: MemberFilter) =>
  people(db, caller, filter).where(holds(filter.roleOID));

const candidates = (db: DbOrTrx, caller: Caller, filter: MemberFilter) =>
  people(db, caller, filter)
    .where(inScope('member.group_oid', caller, filter.roleGroupOID))
    .where('member.oid', '<>', caller.memberOID)
    .where(({ not }) => not(holds(filter.roleOID)));

const kinds = { holders, candidates } as const;
export type MemberKind = keyof typeof kinds;

/** One page of those who hold a role, or could be given it, by account; and how many there are. */
export async function pageOfMembers(
  db: DbOrTrx,
  caller: Caller,
  kind: MemberKind,
  filter: MemberFilter,
  page: Page,
): Promise<{ rows: RoleMemberRow[]; total: number }> {
  const query = kinds[kind](db, caller, filter);
  const [rows, counted] = await Promise.all([
    query
      .select([
        'member.oid',
        'member.account',
        'member.name',
        'member.group_oid as groupOID',
        sql<string>`(select department.name from department where department.oid = member.group_oid)`.as(
          'groupName',
        ),
        'member.enabled',
      ])
      .orderBy(sql`lower(member.account)`)
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(counted.count) };
}

/** How many members of the caller's scope hold each of these roles. Roles without any are missing. */
export async function memberCounts(
  db: DbOrTrx,
  caller: Caller,
  roleOIDs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (roleOIDs.length === 0) return new Map();
  const rows = await people(db, caller, {})
    .innerJoin('member_role', 'member_role.member_oid', 'member.oid')
    .select(['member_role.role_oid as roleOID', ({ fn }) => fn.countAll<number>().as('count')])
    .where(sql<boolean>`member_role.role_oid = any(${[...roleOIDs]}::uuid[])`)
    .groupBy('member_role.role_oid')
    .execute();
  return new Map(rows.map((row) => [row.roleOID, Number(row.count)]));
}

/** Those of these members whom the caller sees, with where they stand, locked until the transaction ends. */
export const lockMembers = (
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<{ oid: string; account: string; groupOID: string; path: string[] }[]> =>
  people(trx, caller, {})
    .innerJoin('department', 'department.oid', 'member.group_oid')
    .select(['member.oid', 'member.account', 'member.group_oid as groupOID', 'department.path'])
    .where('member.oid', 'in', [...oids])
    .orderBy('member.oid')
    .forNoKeyUpdate('member')
    .execute();

export async function insertRelations(
  trx: DbOrTrx,
  roleOID: string,
  memberOIDs: readonly string[],
): Promise<void> {
  await trx
    .insertInto('member_role')
    .values(memberOIDs.map((member) => ({ member_oid: member, role_oid: roleOID })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRelations(
  trx: DbOrTrx,
  roleOID: string,
  memberOIDs: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('member_role')
    .where('role_oid', '=', roleOID)
    .where('member_oid', 'in', [...memberOIDs])
    .execute();
}

/** The first few people who hold a role, wherever in the organisation they are, and how many there are. */
export async function namedHolders(
  db: DbOrTrx,
  roleOID: string,
  most: number,
): Promise<{ total: number; rows: { oid: string; name: string; groupOID: string }[] }> {
  const query = db
    .selectFrom('member_role')
    .innerJoin('member', 'member.oid', 'member_role.member_oid')
    .where('member_role.role_oid', '=', roleOID)
    .where('member.deleted_at', 'is', null);
  const rows = await query
    .select(['member.oid', 'member.name', 'member.group_oid as groupOID'])
    .orderBy(sql`lower(member.account)`)
    .limit(most)
    .execute();
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, total: Number(counted.count) };
}

export async function memberInScope(db: DbOrTrx, caller: Caller, oid: string): Promise<boolean> {
  const row = await people(db, caller, {})
    .select('member.oid')
    .where('member.oid', '=', oid)
    .executeTakeFirst();
  return row !== undefined;
}
