import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Gives roles to a new member. */
export async function insertHeld(
  trx: DbOrTrx,
  memberOID: string,
  roleOIDs: readonly string[],
): Promise<void> {
  if (roleOIDs.length === 0) return;
  await trx
    .insertInto('member_role')
    .values(roleOIDs.map((role) => ({ member_oid: memberOID, role_oid: role })))
    .execute();
}

/** Takes all roles from members. @returns what was taken, for the log. */
export async function deleteRolesOf(
  trx: DbOrTrx,
  oids: readonly string[],
): Promise<{ memberOID: string; roleOID: string }[]> {
  const rows = await trx
    .deleteFrom('member_role')
    .where('member_oid', 'in', [...oids])
    .returning(['member_oid as memberOID', 'role_oid as roleOID'])
    .execute();
  return rows;
}

/** Takes from members the roles that do not reach the department they are in now. @returns how many. */
export async function deleteUnreached(trx: DbOrTrx, oids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from member_role using member, department, role
    where member_role.member_oid = any(${[...oids]}::uuid[]) and member.oid = member_role.member_oid
      and department.oid = member.group_oid and role.oid = member_role.role_oid
      and not role.group_oid = any(department.path)
    returning role.oid`.execute(trx);
  return rows.length;
}

/** Roles held below a department that belong to none of `still`, the departments that will stand above. */
const stranded = (oid: string, still: readonly string[]) => sql`
  member_role.member_oid in (
    select member.oid from member join department on department.oid = member.group_oid
    where department.path @> array[${oid}::uuid])
  and member_role.role_oid in (
    select role.oid from role join department own on own.oid = role.group_oid
    where not (role.group_oid = any(${[...still]}::uuid[]) or own.path @> array[${oid}::uuid]))`;

async function countStranded(db: DbOrTrx, oid: string, still: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member_role where ${stranded(oid, still)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes such roles away. @returns who lost one. */
async function deleteStranded(
  trx: DbOrTrx,
  oid: string,
  still: readonly string[],
): Promise<{ memberOID: string; roleOID: string }[]> {
  const { rows } = await sql<{ memberOID: string; roleOID: string }>`
    delete from member_role where ${stranded(oid, still)}
    returning member_oid as "memberOID", role_oid as "roleOID"`.execute(trx);
  return rows;
}

/** Roles that move along leave the groups of departments that will no longer stand above them. */
async function leaveRoleGroups(trx: DbOrTrx, oid: string, still: readonly string[]): Promise<void> {
  await sql`
    update role set parent_oid = null
    from role above join department place on place.oid = above.group_oid
    where above.oid = role.parent_oid
      and role.group_oid in (select department.oid from department where path @> array[${oid}::uuid])
      and not (above.group_oid = any(${[...still]}::uuid[]) or place.path @> array[${oid}::uuid])`.execute(
    trx,
  );
}

/** What becomes of roles when a department moves. */
export const heldRoles = { countStranded, deleteStranded, leaveRoleGroups };
