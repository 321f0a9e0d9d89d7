import { sql } from 'kysely';
import type { Resource } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Enabled members who hold a right and whose department covers a dock. */
export const membersWith = async (db: DbOrTrx, dockOID: string, resource: Resource): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .innerJoin('member_role', 'member_role.member_oid', 'member.oid')
    .innerJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .innerJoin('dock', 'dock.group_root', 'member.group_root')
    .innerJoin('department', 'department.oid', 'dock.group_oid')
    .select('member.oid')
    .distinct()
    .where('dock.oid', '=', dockOID)
    .where('role_resource.resource', '=', resource)
    .where('member.enabled', '=', true)
    .where('member.service', '=', false)
    .where(sql<boolean>`department.path @> array[member.group_oid]`)
    .execute();
  return rows.map((row) => row.oid);
};

export const dockName = async (db: DbOrTrx, dockOID: string): Promise<string> =>
  (await db.selectFrom('dock').select('name').where('oid', '=', dockOID).executeTakeFirst())?.name ?? '–';
