import { sql } from 'kysely';
import { resources } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Everything that any of these members may do, by the roles they hold. */
export const resourcesOfMembers = async (db: DbOrTrx, memberOIDs: readonly string[]): Promise<string[]> => {
  if (memberOIDs.length === 0) return [];
  const rows = await db
    .selectFrom('member_role')
    .innerJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .select('role_resource.resource')
    .distinct()
    .where('member_role.member_oid', 'in', memberOIDs)
    .execute();
  // What another release left behind gives nothing, so it makes nobody a superior.
  return rows.map((row) => row.resource).filter((one) => (resources as readonly string[]).includes(one));
};

/**
 * Puts everything that could cost an organisation its administrators in a line. Rows that name the organisation can be
 * added meanwhile: who waits here for them might be what they wait for.
 */
export async function lockOrganisation(trx: DbOrTrx, groupRoot: string): Promise<void> {
  await trx.selectFrom('organisation').select('oid').where('oid', '=', groupRoot).forNoKeyUpdate().execute();
}

/** People who can sign in without an end and hold the administrator role over the whole organisation. */
export const countAdministrators = async (db: DbOrTrx, groupRoot: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct member.oid)::int as count from member
    join department on department.oid = member.group_oid and department.parent_oid is null
    join member_role on member_role.member_oid = member.oid
    join role on role.oid = member_role.role_oid and role.first_key = 'administrator'
    where member.group_root = ${groupRoot}::uuid and member.enabled and member.deleted_at is null
      and member.valid_until is null and not member.service`.execute(db);
  return rows[0]?.count ?? 0;
};

const beyond = (held: ReadonlySet<string>): string[] => resources.filter((one) => !held.has(one));

/** Which of these members may do something that a holder of these rights may not. */
export const superiorsAmong = async (
  db: DbOrTrx,
  held: ReadonlySet<string>,
  memberOIDs: readonly string[],
): Promise<ReadonlySet<string>> => {
  const lacking = beyond(held);
  if (lacking.length === 0 || memberOIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('member_role')
    .innerJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .select('member_role.member_oid')
    .distinct()
    .where('member_role.member_oid', 'in', [...memberOIDs])
    .where('role_resource.resource', 'in', lacking)
    .execute();
  return new Set(rows.map((row) => row.member_oid));
};

/** Whether a department is the whole organisation. */
export const isTopmost = async (db: DbOrTrx, groupOID: string): Promise<boolean> => {
  const found = await db
    .selectFrom('department')
    .select('parent_oid')
    .where('oid', '=', groupOID)
    .executeTakeFirst();
  return found?.parent_oid === null;
};

/** Whether somebody of an organisation may do something that a holder of these rights may not. */
export const hasSuperiors = async (
  db: DbOrTrx,
  held: ReadonlySet<string>,
  groupRoot: string,
): Promise<boolean> => {
  const lacking = beyond(held);
  if (lacking.length === 0) return false;
  const found = await db
    .selectFrom('role')
    .innerJoin('role_resource', 'role_resource.role_oid', 'role.oid')
    .innerJoin('member_role', 'member_role.role_oid', 'role.oid')
    .innerJoin('member', 'member.oid', 'member_role.member_oid')
    .select('member.oid')
    .where('role.group_root', '=', groupRoot)
    .where('role_resource.resource', 'in', lacking)
    .where('member.deleted_at', 'is', null)
    .where('member.service', '=', false)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Roles of an organisation held by somebody who may do something that a holder of these rights may not. */
export const rolesOfSuperiors = async (
  db: DbOrTrx,
  held: ReadonlySet<string>,
  groupRoot: string,
): Promise<ReadonlySet<string>> => {
  const lacking = beyond(held);
  if (lacking.length === 0) return new Set();
  // From the few roles that give more, over their members, to everything else these hold.
  const { rows } = await sql<{ oid: string }>`
    with higher as (
      select distinct role_oid from role_resource join role on role.oid = role_oid
      where role.group_root = ${groupRoot}::uuid and resource = any(${lacking}::text[])
    ), superior as (
      select distinct member_oid from member_role join member on member.oid = member_oid
      where role_oid in (select role_oid from higher) and member.deleted_at is null
    )
    select distinct role_oid as oid from member_role where member_oid in (select member_oid from superior)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.oid));
};
