import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { inScope, keyword, readingOf } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const holds = (roleOID: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from member_role
    where member_role.member_oid = member.oid and member_role.role_oid = ${roleOID}::uuid)`;
/** People who are still there: neither deleted, nor past the end of a limited account, nor programs. */
const there = sql<boolean>`not member.service and (member.valid_until is null or member.valid_until > now())`;

/** People as those who have a role or could have it. */
export const people = readingOf({
  table: 'member',
  scope: 'department',
  deletedAt: 'deleted_at',
  only: there,
  lock: 'no key update',
  name: 'name',
  columns: {
    oid: 'oid',
    account: 'account',
    name: 'name',
    groupOID: 'group_oid',
    groupName: sql<string>`(select department.name from department where department.oid = member.group_oid)`,
    enabled: 'enabled',
  },
  filters: {
    keyword: keyword('member.name', 'member.account'),
    holding: (roleOID: string) => holds(roleOID),
    /** Who could be given the role of a department. */
    candidateFor: (role: { oid: string; groupOID: string }, { caller }) =>
      sql<boolean>`${inScope('member.group_oid', caller, role.groupOID)}
          and member.oid <> ${caller.memberOID}::uuid and not ${holds(role.oid)}`,
    /** In a department or below it. */
    below: (groupOID: string, { caller }) => inScope('member.group_oid', caller, groupOID),
  },
  sort: { account: sql`lower(member.account)` },
  order: 'account',
});
export type RoleMemberRow = Awaited<ReturnType<typeof people.lock>>[number];

/** How many members of the caller's scope hold each of these roles. Roles without any are missing. */
export async function memberCounts(
  db: DbOrTrx,
  caller: Caller,
  roleOIDs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (roleOIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .innerJoin('member_role', 'member_role.member_oid', 'member.oid')
    .select(['member_role.role_oid as roleOID', ({ fn }) => fn.countAll<number>().as('count')])
    .where('member.group_root', '=', caller.groupRoot)
    .where('member.deleted_at', 'is', null)
    .where(inScope('member.group_oid', caller))
    .where(there)
    .where(sql<boolean>`member_role.role_oid = any(${[...roleOIDs]}::uuid[])`)
    .groupBy('member_role.role_oid')
    .execute();
  return new Map(rows.map((row) => [row.roleOID, Number(row.count)]));
}

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
