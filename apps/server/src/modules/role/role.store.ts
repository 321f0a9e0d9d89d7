import { sql, type RawBuilder } from 'kysely';
import { resources, type FirstRoleKey, type Resource, type RoleType } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface NewRole {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  type?: RoleType;
  parentOID?: string | null;
  firstKey?: string | null;
  remark?: string;
  resources: readonly string[];
}

export async function insertRole(trx: DbOrTrx, role: NewRole): Promise<void> {
  await trx
    .insertInto('role')
    .values({
      oid: role.oid,
      group_root: role.groupRoot,
      group_oid: role.groupOID,
      parent_oid: role.parentOID ?? null,
      name: role.name,
      type: role.type ?? 'menu',
      first_key: role.firstKey ?? null,
      remark: role.remark ?? '',
    })
    .execute();
  await insertRights(trx, role.oid, role.resources);
}

export async function insertRights(trx: DbOrTrx, roleOID: string, granted: readonly string[]): Promise<void> {
  if (granted.length === 0) return;
  await trx
    .insertInto('role_resource')
    .values(granted.map((resource) => ({ role_oid: roleOID, resource })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRights(trx: DbOrTrx, roleOID: string, removed: readonly string[]): Promise<void> {
  if (removed.length === 0) return;
  await trx
    .deleteFrom('role_resource')
    .where('role_oid', '=', roleOID)
    .where('resource', 'in', [...removed])
    .execute();
}

export const roleByKey = (
  db: DbOrTrx,
  groupRoot: string,
  firstKey: string,
): Promise<{ oid: string } | undefined> =>
  db
    .selectFrom('role')
    .select('oid')
    .where('group_root', '=', groupRoot)
    .where('first_key', '=', firstKey)
    .executeTakeFirst();

/** A role as it lies in the database, with how it stands to the caller. */
export interface StoredRole {
  oid: string;
  parentOID: string | null;
  groupOID: string;
  groupRoot: string;
  groupName: string;
  name: string;
  renamed: boolean;
  type: RoleType;
  firstKey: FirstRoleKey | null;
  remark: string;
  createdAt: number;
  resources: Resource[];
  /** The caller holds it. */
  held: boolean;
  /** Its department is the caller's own or one below. */
  own: boolean;
}

/** Condition that a role's department is one above the caller's, the own one, or one below. */
const seen = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`role.group_oid = any(array(
    select oid from department
    where group_root = ${caller.groupRoot}::uuid and (path @> array[${caller.groupOID}::uuid]
      or oid = any((select own.path from department own where own.oid = ${caller.groupOID}::uuid)::uuid[]))))`;

const rolesOf = (db: DbOrTrx, caller: Caller) =>
  db
    .selectFrom('role')
    .innerJoin('department', 'department.oid', 'role.group_oid')
    .select([
      'role.oid',
      'role.parent_oid',
      'role.group_oid',
      'role.group_root',
      'department.name as group_name',
      'role.name',
      'role.renamed',
      'role.type',
      'role.first_key',
      'role.remark',
      'role.created_at',
      sql<string[]>`array(select resource from role_resource where role_oid = role.oid)`.as('resources'),
      sql<boolean>`exists (select 1 from member_role
        where role_oid = role.oid and member_oid = ${caller.memberOID}::uuid)`.as('held'),
      inScope('role.group_oid', caller).as('own'),
    ])
    .where('role.group_root', '=', caller.groupRoot)
    // The role of programs cannot be given to people and shows nowhere.
    .where(sql<boolean>`role.first_key is distinct from 'service'`);
type Row = Awaited<ReturnType<ReturnType<typeof rolesOf>['execute']>>[number];

const stored = (row: Row): StoredRole => ({
  oid: row.oid,
  parentOID: row.parent_oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  name: row.name,
  renamed: row.renamed,
  type: row.type,
  firstKey: row.first_key as FirstRoleKey | null,
  remark: row.remark,
  createdAt: row.created_at.getTime(),
  // What another release left behind gives nothing.
  resources: resources.filter((one) => row.resources.includes(one)),
  held: row.held,
  own: row.own,
});

/** Every role and group that the caller sees, by name. */
export async function visibleRoles(db: DbOrTrx, caller: Caller): Promise<StoredRole[]> {
  const rows = await rolesOf(db, caller).where(seen(caller)).orderBy('role.name').execute();
  return rows.map(stored);
}

export async function visibleRole(db: DbOrTrx, caller: Caller, oid: string): Promise<StoredRole | undefined> {
  const row = await rolesOf(db, caller).where(seen(caller)).where('role.oid', '=', oid).executeTakeFirst();
  return row && stored(row);
}

/** The same, held until the transaction ends: nobody else changes it or gives it meanwhile. */
export async function lockRole(trx: DbOrTrx, caller: Caller, oid: string): Promise<StoredRole | undefined> {
  await trx.selectFrom('role').select('oid').where('oid', '=', oid).forUpdate().execute();
  return visibleRole(trx, caller, oid);
}

/** Whether one of these is a role that the caller sees. */
export async function seesAny(db: DbOrTrx, caller: Caller, oids: readonly string[]): Promise<boolean> {
  const found = await rolesOf(db, caller)
    .where(seen(caller))
    .where('role.oid', 'in', oids)
    .executeTakeFirst();
  return found !== undefined;
}

/** Roles of one member, seen or not: what a member of the scope holds is no secret of the scope. */
export async function rolesOfMember(db: DbOrTrx, caller: Caller, memberOID: string): Promise<StoredRole[]> {
  const rows = await rolesOf(db, caller)
    .innerJoin('member_role', 'member_role.role_oid', 'role.oid')
    .where('member_role.member_oid', '=', memberOID)
    .orderBy('role.name')
    .execute();
  return rows.map(stored);
}

/** Oids of the department and the ones above it. */
export async function departmentsUpTo(db: DbOrTrx, groupOID: string): Promise<string[]> {
  const row = await db.selectFrom('department').select('path').where('oid', '=', groupOID).executeTakeFirst();
  return row?.path ?? [];
}

export async function countRoles(db: DbOrTrx, groupRoot: string): Promise<number> {
  const row = await db
    .selectFrom('role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_root', '=', groupRoot)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function updateRole(
  trx: DbOrTrx,
  oid: string,
  change: { name?: string; renamed?: boolean; parent_oid?: string | null; remark?: string },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await trx.updateTable('role').set(change).where('oid', '=', oid).execute();
}

export async function deleteRole(trx: DbOrTrx, oid: string): Promise<void> {
  // What is left are relations of members who are gone for good.
  await trx.deleteFrom('member_role').where('role_oid', '=', oid).execute();
  await trx.deleteFrom('role').where('oid', '=', oid).execute();
}

export async function rolesIn(db: DbOrTrx, groupOfRoles: string): Promise<{ oid: string; name: string }[]> {
  return db
    .selectFrom('role')
    .select(['oid', 'name'])
    .where('parent_oid', '=', groupOfRoles)
    .orderBy('name')
    .execute();
}
