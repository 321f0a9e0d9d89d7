import { displayOf, type DisplayChoices, type Resource } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { insertHeld } from '../role/index.ts';

export interface MemberRow {
  oid: string;
  groupRoot: string;
  groupOID: string;
  account: string;
  name: string;
  passwordHash: string;
  mustChange: boolean;
  /** False also when the account has passed its end. */
  enabled: boolean;
  service: boolean;
  /** Rises when all sessions of the member end. */
  signInEpoch: number;
}

const columns = [
  'oid',
  'group_root as groupRoot',
  'group_oid as groupOID',
  'account',
  'name',
  'password_hash as passwordHash',
  'must_change as mustChange',
  sql<boolean>`member.enabled and (member.valid_until is null or member.valid_until > now())`.as('enabled'),
  'service',
  'sign_in_epoch as signInEpoch',
] as const;

/**
 * The form in which accounts are stored and compared: case and composition of letters do not matter, and a NUL,
 * which PostgreSQL does not take, becomes a sign that no account has.
 */
export const accountKey = (account: string): string =>
  account.normalize('NFC').toLowerCase().replaceAll('\u0000', '\ufffd');

export const memberByAccount = (db: DbOrTrx, account: string): Promise<MemberRow | undefined> =>
  db
    .selectFrom('member')
    .select(columns)
    .where(({ fn, eb }) => eb(fn<string>('lower', ['account']), '=', accountKey(account)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const memberByOid = (db: DbOrTrx, oid: string): Promise<MemberRow | undefined> =>
  db
    .selectFrom('member')
    .select(columns)
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** How a member wants times and figures shown. */
export const displayOfMember = async (db: DbOrTrx, oid: string): Promise<DisplayChoices> =>
  displayOf(
    (await db.selectFrom('member').select('display').where('oid', '=', oid).executeTakeFirst())?.display,
  );

export async function updateDisplay(db: DbOrTrx, oid: string, choices: DisplayChoices): Promise<void> {
  await db
    .updateTable('member')
    .set({ display: JSON.stringify(choices) })
    .where('oid', '=', oid)
    .execute();
}

/** The same, held until the transaction ends: whoever changes or signs in this member meanwhile waits. */
export const lockMember = (trx: DbOrTrx, oid: string): Promise<MemberRow | undefined> =>
  trx
    .selectFrom('member')
    .select(columns)
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export interface NewMember {
  oid: string;
  groupRoot: string;
  groupOID: string;
  account: string;
  name: string;
  passwordHash: string;
  mustChange: boolean;
  service: boolean;
}

export async function insertMember(
  db: DbOrTrx,
  member: NewMember,
  roleOIDs: readonly string[],
): Promise<void> {
  await db
    .insertInto('member')
    .values({
      oid: member.oid,
      group_root: member.groupRoot,
      group_oid: member.groupOID,
      account: accountKey(member.account),
      name: member.name,
      password_hash: member.passwordHash,
      must_change: member.mustChange,
      service: member.service,
    })
    .execute();
  await insertHeld(db, member.oid, roleOIDs);
}

export async function updatePassword(
  db: DbOrTrx,
  oid: string,
  change: { passwordHash: string; mustChange: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('member')
    .set({
      password_hash: change.passwordHash,
      must_change: change.mustChange,
      password_changed_at: change.at,
    })
    .where('oid', '=', oid)
    .execute();
}

/** What the roles of a member grant, and whether the organisation is the instance's first. */
export async function resourcesOf(db: DbOrTrx, oid: string): Promise<{ granted: string[]; first: boolean }> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .leftJoin('member_role', 'member_role.member_oid', 'member.oid')
    .leftJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .select(['role_resource.resource', 'organisation.first'])
    .where('member.oid', '=', oid)
    .execute();
  return {
    granted: rows.flatMap((row) => row.resource ?? []),
    first: rows[0]?.first ?? false,
  };
}

/** Makes outdated what somebody proved to sign in as this member, and holds up those who are about to. */
export async function raiseSignInEpoch(db: DbOrTrx, memberOID: string): Promise<void> {
  await db
    .updateTable('member')
    .set((eb) => ({ sign_in_epoch: eb('sign_in_epoch', '+', 1) }))
    .where('oid', '=', memberOID)
    .execute();
}

/** Closes accounts of which nobody is to make use any more. */
export async function closeAccounts(trx: DbOrTrx, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  await trx
    .updateTable('member')
    .set({ enabled: false })
    .where('oid', 'in', [...oids])
    .execute();
}

/** Gives an account another name where it still has a given one. */
export async function renameMember(
  trx: DbOrTrx,
  groupRoot: string,
  account: string,
  change: { from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('member')
    .set({ name: change.to })
    .where('group_root', '=', groupRoot)
    .where('account', '=', account)
    .where('name', '=', change.from)
    .execute();
}

/** Makes an account that of a display, which opens these pages and changes nothing. */
export const setDisplayPages = async (trx: DbOrTrx, oid: string, pages: readonly string[]): Promise<void> => {
  await sql`update member set display_pages = ${[...pages]}::text[] where oid = ${oid}::uuid`.execute(trx);
};

/** People in a caller's scope by their oids, by name; whoever is gone or elsewhere is missing. */
export const peopleSeen = (
  db: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
): Promise<{ oid: string; name: string; groupName: string }[]> =>
  db
    .selectFrom('member')
    .innerJoin('department', 'department.oid', 'member.group_oid')
    .select(['member.oid', 'member.name', 'department.name as groupName'])
    .where('member.oid', 'in', oids)
    .where('member.deleted_at', 'is', null)
    .where(inScope('member.group_oid', scope))
    .orderBy('member.name')
    .orderBy('member.oid')
    .execute();

/** People in a caller's scope who hold a right, found by their name; `more`: there are others that the name fits. */
export const holdersBy = async (
  db: DbOrTrx,
  scope: Scope,
  { right, keyword, most }: { right: Resource; keyword: string; most: number },
): Promise<{ list: { oid: string; name: string; groupName: string }[]; more: boolean }> => {
  const found = await db
    .selectFrom('member')
    .innerJoin('department', 'department.oid', 'member.group_oid')
    .select(['member.oid', 'member.name', 'department.name as groupName'])
    .where('member.enabled', '=', true)
    .where('member.deleted_at', 'is', null)
    .where(inScope('member.group_oid', scope))
    .where(
      sql<boolean>`exists (select 1 from member_role join role_resource using (role_oid)
        where member_role.member_oid = member.oid and role_resource.resource = ${right})`,
    )
    .$if(keyword !== '', (query) =>
      query.where(sql<boolean>`strpos(lower(member.name), lower(${keyword})) > 0`),
    )
    .orderBy('member.name')
    .orderBy('member.oid')
    .limit(most + 1)
    .execute();
  return { list: found.slice(0, most), more: found.length > most };
};

/**
 * Gives the administrator who has been here longest a password that is changed at the next sign-in.
 * @returns the account; null when there is no administrator who may sign in
 */
export async function giveFirstPassword(trx: DbOrTrx, passwordHash: string): Promise<string | null> {
  const { rows } = await sql<{
    account: string;
  }>`update member set password_hash = ${passwordHash}, must_change = true
    where oid = (select member.oid from member join member_role on member_oid = member.oid
      join role on role.oid = role_oid and role.first_key = 'administrator'
      where member.deleted_at is null and member.enabled and not member.service
        and (member.valid_until is null or member.valid_until > now())
      order by member.created_at, member.account limit 1)
    returning account`.execute(trx);
  return rows[0]?.account ?? null;
}
