import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface LockedMember {
  oid: string;
  account: string;
  name: string;
  groupOID: string;
  enabled: boolean;
}

/**
 * Locks people of the caller's scope until the transaction ends, and the caller with them: of two members who
 * change each other only the first one still may.
 * @returns null when the caller may not act any more
 */
export async function lockPeople(
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
): Promise<LockedMember[] | null> {
  const rows = await trx
    .selectFrom('member')
    .select(['oid', 'account', 'name', 'group_oid as groupOID', 'enabled'])
    .where('oid', 'in', [...new Set([...oids, caller.memberOID])])
    .orderBy('oid')
    .forNoKeyUpdate()
    .execute();
  // Asked after the lock: it may have waited for somebody who moved or removed one of them.
  const seen = await trx
    .selectFrom('member')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('group_root', '=', caller.groupRoot)
    .where('deleted_at', 'is', null)
    .where('service', '=', false)
    .where(inScope('member.group_oid', caller))
    .execute();
  const actor = await trx
    .selectFrom('member')
    .select('oid')
    .where('oid', '=', caller.memberOID)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!actor) return null;
  const visible = new Set(seen.map((row) => row.oid));
  return rows.filter((row) => visible.has(row.oid));
}

export interface MemberChange {
  group_oid?: string;
  account?: string;
  name?: string;
  phone?: string | null;
  valid_until?: Date | null;
  enabled?: boolean;
  deleted_at?: Date;
}

export async function changeMembers(
  trx: DbOrTrx,
  oids: readonly string[],
  change: MemberChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await trx
    .updateTable('member')
    .set(change)
    .where('oid', 'in', [...oids])
    .execute();
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

export interface ImportedMember {
  oid: string;
  groupOID: string;
  account: string;
  name: string;
  phone: string;
  validUntil: Date | null;
  passwordHash: string;
}

/** Many members at once, each with a first password to be changed. */
export async function insertMembers(
  trx: DbOrTrx,
  groupRoot: string,
  members: readonly ImportedMember[],
): Promise<void> {
  await trx
    .insertInto('member')
    .values(
      members.map((one) => ({
        oid: one.oid,
        group_root: groupRoot,
        group_oid: one.groupOID,
        account: one.account,
        name: one.name,
        phone: one.phone || null,
        valid_until: one.validUntil,
        password_hash: one.passwordHash,
        must_change: true,
      })),
    )
    .execute();
}

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
