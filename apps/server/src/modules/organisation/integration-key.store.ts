import type { DbOrTrx } from '../../platform/runtime.ts';

export interface KeyRow {
  oid: string;
  name: string;
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The keys of an organisation, the newest first. */
export const keysOf = (db: DbOrTrx, groupRoot: string): Promise<KeyRow[]> =>
  db
    .selectFrom('integration_key as key')
    .innerJoin('member', 'member.oid', 'key.created_by')
    .select([
      'key.oid',
      'key.name',
      'member.name as createdBy',
      'key.created_at as createdAt',
      'key.last_used_at as lastUsedAt',
    ])
    .where('key.group_root', '=', groupRoot)
    .orderBy('key.created_at', 'desc')
    .orderBy('key.oid')
    .execute();

/** Keys of one organisation are made one after the other, so that their number holds. */
export async function lockKeys(trx: DbOrTrx, groupRoot: string): Promise<void> {
  await trx.selectFrom('organisation').select('oid').where('oid', '=', groupRoot).forNoKeyUpdate().execute();
}

export async function insertKey(
  trx: DbOrTrx,
  key: { oid: string; groupRoot: string; name: string; publicKey: object; createdBy: string },
): Promise<void> {
  await trx
    .insertInto('integration_key')
    .values({
      oid: key.oid,
      group_root: key.groupRoot,
      name: key.name,
      public_key: JSON.stringify(key.publicKey),
      created_by: key.createdBy,
    })
    .execute();
}

/** @returns the names of those that were there. */
export async function deleteKeys(
  trx: DbOrTrx,
  groupRoot: string,
  oids: readonly string[],
): Promise<string[]> {
  const gone = await trx
    .deleteFrom('integration_key')
    .where('group_root', '=', groupRoot)
    .where('oid', 'in', [...oids])
    .returning('name')
    .execute();
  return gone.map((row) => row.name);
}

export const keyByOid = (
  db: DbOrTrx,
  oid: string,
): Promise<{ oid: string; groupRoot: string; publicKey: unknown } | undefined> =>
  db
    .selectFrom('integration_key')
    .select(['oid', 'group_root as groupRoot', 'public_key as publicKey'])
    .where('oid', '=', oid)
    .executeTakeFirst();

/** Whether a payload was used. */
export async function isMarkSpent(db: DbOrTrx, use: { keyOID: string; mark: string }): Promise<boolean> {
  const row = await db
    .selectFrom('spent_login_info')
    .select('mark')
    .where('key_oid', '=', use.keyOID)
    .where('mark', '=', use.mark)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes that a payload was used. Of any number at once one is the first.
 * @returns false when it was used before
 */
export async function spendMark(
  trx: DbOrTrx,
  use: { keyOID: string; mark: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_login_info')
    .values({ key_oid: use.keyOID, mark: use.mark, expires_at: use.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mark')
    .executeTakeFirst();
  if (!spent) return false;
  await trx
    .updateTable('integration_key')
    .set({ last_used_at: use.now })
    .where('oid', '=', use.keyOID)
    .execute();
  return true;
}
