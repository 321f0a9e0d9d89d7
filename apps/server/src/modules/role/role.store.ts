import type { DbOrTrx } from '../../platform/runtime.ts';

export interface NewRole {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  firstKey: string;
  resources: readonly string[];
}

export async function insertRole(trx: DbOrTrx, role: NewRole): Promise<void> {
  await trx
    .insertInto('role')
    .values({
      oid: role.oid,
      group_root: role.groupRoot,
      group_oid: role.groupOID,
      name: role.name,
      type: 'menu',
      first_key: role.firstKey,
    })
    .execute();
  await trx
    .insertInto('role_resource')
    .values(role.resources.map((resource) => ({ role_oid: role.oid, resource })))
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
