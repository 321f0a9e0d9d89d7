import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * Locks people and who changes them, in one order for everybody.
 * @returns false when the actor may not act any more
 */
export async function lockWithActor(
  trx: DbOrTrx,
  actorOID: string,
  oids: readonly string[],
): Promise<boolean> {
  await trx
    .selectFrom('member')
    .select('oid')
    .where('oid', 'in', [...new Set([...oids, actorOID])])
    .orderBy('oid')
    .forNoKeyUpdate()
    .execute();
  // Asked after the lock: it may have waited for somebody who removed or disabled the actor.
  const actor = await trx
    .selectFrom('member')
    .select('oid')
    .where('oid', '=', actorOID)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return actor !== undefined;
}

/** Which of these roles grant one of the rights. */
export async function rolesGranting(
  db: DbOrTrx,
  roleOIDs: readonly string[],
  rights: readonly string[],
): Promise<Set<string>> {
  if (roleOIDs.length === 0 || rights.length === 0) return new Set();
  const rows = await db
    .selectFrom('role_resource')
    .select('role_oid')
    .distinct()
    .where('role_oid', 'in', [...roleOIDs])
    .where('resource', 'in', [...rights])
    .execute();
  return new Set(rows.map((row) => row.role_oid));
}

export const rolesHeld = async (db: DbOrTrx, memberOID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('member_role')
    .select('role_oid')
    .where('member_oid', '=', memberOID)
    .execute();
  return rows.map((row) => row.role_oid);
};

/** Which of these accounts, in their stored form, are in use. */
export async function accountsTaken(db: DbOrTrx, accounts: readonly string[]): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  const rows = await db
    .selectFrom('member')
    .select(sql<string>`lower(account)`.as('account'))
    .where(sql<boolean>`lower(account) = any(${[...accounts]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.account));
}

/** Whether every account stands in the organisation with just this first password, and nobody changed it yet. */
export async function standWith(
  trx: DbOrTrx,
  groupRoot: string,
  asked: readonly { account: string; hash: string }[],
): Promise<boolean> {
  const { count } = await trx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('group_root', '=', groupRoot)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(lower(account), password_hash) in (
        select * from unnest(${asked.map((one) => one.account)}::text[], ${asked.map((one) => one.hash)}::text[]))`,
    )
    .executeTakeFirstOrThrow();
  return Number(count) === asked.length;
}

export async function phoneOf(db: DbOrTrx, oid: string): Promise<string> {
  const row = await db.selectFrom('member').select('phone').where('oid', '=', oid).executeTakeFirst();
  return row?.phone ?? '';
}
