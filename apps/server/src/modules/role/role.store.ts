import { sql } from 'kysely';
import { limits, resources, type FirstRoleKey, type Resource } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import {
  column,
  defineList,
  inScope,
  inScopeOrAbove,
  reading,
  readingOf,
  versionOfRow,
  writing,
  type Asked,
  type RowOf,
  type ValuesOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Marks the built-in role of programs. */
export const serviceKey = 'service';

const definition = {
  // The role of programs cannot be given to people and shows nowhere.
  only: sql<boolean>`role.first_key is distinct from 'service'`,
  name: 'name',
  columns: {
    oid: 'oid',
    parentOID: 'parent_oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select department.name from department where department.oid = role.group_oid)`,
    name: 'name',
    renamed: 'renamed',
    type: 'type',
    firstKey: column<FirstRoleKey | null>('first_key'),
    remark: 'remark',
    createdAt: 'created_at',
    version: versionOfRow('role'),
    resources: sql<Resource[]>`array(select resource from role_resource where role_oid = role.oid)`,
    /** The caller holds it. */
    held: ({ caller }: Asked) => sql<boolean>`exists (select 1 from member_role
      where role_oid = role.oid and member_oid = ${caller.memberOID}::uuid)`,
    /** Its department is the caller's own or one below. */
    own: ({ caller }: Asked) => inScope('role.group_oid', caller),
  },
  sort: { name: sql`role.name` },
  order: 'name',
} as const;

/** Roles of departments above the caller's, the own one, or one below. */
export const roleList = defineList({
  table: 'role',
  ...definition,
  scope: ({ caller }) => inScopeOrAbove('role.group_oid', caller),
  filters: {},
});
/** What a member of the scope holds is no secret of the scope, wherever the role belongs. */
const heldRoles = readingOf({
  table: 'role',
  ...definition,
  scope: 'organisation',
  filters: {
    memberOID: (value: string) => sql<boolean>`exists (select 1 from member_role
      where role_oid = role.oid and member_oid = ${value}::uuid)`,
  },
});
/** A role as it lies in the database, with how it stands to the caller. */
export type StoredRole = RowOf<typeof roleList>;
export const roles = reading(roleList);
const { insert } = writing(roleList);

/** What another release left behind gives nothing. */
export const rightsIn = (role: Pick<StoredRole, 'resources'>): Resource[] =>
  resources.filter((one) => role.resources.includes(one));

export async function insertRole(
  trx: DbOrTrx,
  {
    resources: granted,
    firstKey,
    ...role
  }: Omit<ValuesOf<typeof roleList>, 'firstKey'> & {
    oid: string;
    firstKey: FirstRoleKey | typeof serviceKey;
    resources: readonly string[];
  },
): Promise<void> {
  // No list shows the role of programs.
  await insert(trx, { type: 'menu', ...role, firstKey: firstKey as FirstRoleKey });
  await insertRights(trx, role.oid, granted);
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

/** Every role and group that the caller sees, by name. */
export const visibleRoles = (db: DbOrTrx, caller: Caller): Promise<StoredRole[]> =>
  roles.first(db, { caller }, {}, limits.role.perOrganisation);

/** Roles of one member, seen or not. */
export const rolesOfMember = (db: DbOrTrx, caller: Caller, memberOID: string): Promise<StoredRole[]> =>
  heldRoles.first(db, { caller }, { memberOID }, limits.role.perOrganisation);

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

/** Relations of members who are gone for good. */
export async function deleteRelationsOf(trx: DbOrTrx, roleOIDs: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('member_role')
    .where('role_oid', 'in', [...roleOIDs])
    .execute();
}

export async function rolesIn(db: DbOrTrx, groupOfRoles: string): Promise<{ oid: string; name: string }[]> {
  return db
    .selectFrom('role')
    .select(['oid', 'name'])
    .where('parent_oid', '=', groupOfRoles)
    .orderBy('name')
    .execute();
}
