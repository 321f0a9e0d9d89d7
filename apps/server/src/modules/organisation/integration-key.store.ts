import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { defineList, reading, writing, type RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const keyList = defineList({
  table: 'integration_key',
  scope: 'organisation',
  name: 'name',
  columns: {
    oid: 'oid',
    name: 'name',
    createdBy: sql<string>`(select name from member where member.oid = integration_key.created_by)`,
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
  },
  filters: {},
  sort: { '-createdAt': sql`integration_key.created_at desc` },
  order: '-createdAt',
});
export type KeyRow = RowOf<typeof keyList>;
const keys = reading(keyList);
const { remove } = writing(keyList);

/** The keys of an organisation, the newest first. */
export const keysOf = (db: DbOrTrx, caller: Caller): Promise<KeyRow[]> =>
  keys.first(db, { caller }, {}, limits.organisation.integrationKeys);

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

/** All or none. @returns the names of those that were there. */
export async function deleteKeys(trx: DbOrTrx, caller: Caller, oids: readonly string[]): Promise<string[]> {
  const found = await keys.lock(trx, { caller }, oids);
  if (found.length !== oids.length) throw notFound();
  await remove(trx, oids, new Date());
  return found.map((row) => row.name);
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
