import type { CockpitPage } from '@eyrie/domain';
import { sql } from 'kysely';
import { column, defineList, descending, inScope, keyword, reading } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { closeAccounts, setDisplayPages } from '../member/index.ts';
import './cockpit.schema.ts';

export const displays = reading(
  defineList({
    table: 'display',
    scope: (asked) => sql<boolean>`display.group_root = ${asked.caller.groupRoot}::uuid
      and ${inScope('display.group_oid', asked.caller)}`,
    name: 'name',
    columns: {
      oid: 'oid',
      name: 'name',
      page: column<CockpitPage>('page'),
      groupName: sql<string>`(select name from department where department.oid = display.group_oid)`,
      pairedBy: sql<string>`(select name from member where member.oid = display.paired_by)`,
      pairedAt: column<Date>('paired_at'),
      lastSeenAt: 'last_seen_at',
      lastAddress: 'last_address',
    },
    filters: { keyword: keyword('display.name') },
    sort: { '-pairedAt': [descending('display.paired_at')] },
    order: '-pairedAt',
  }),
);

/** Notes a screen that waits. What waited too long goes. @returns false where its address has enough of them */
export async function insertWaiting(
  trx: DbOrTrx,
  screen: { oid: string; codeHash: Buffer; keyHash: Buffer; address: string; now: Date; expiresAt: Date },
  most: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`display ${screen.address}`}, 0))`.execute(trx);
  await sql`delete from display where member_oid is null and expires_at <= ${screen.now}`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from display
    where member_oid is null and address = ${screen.address}`.execute(trx);
  if ((rows[0]?.count ?? 0) >= most) return false;
  const { oid, codeHash, keyHash, address, now, expiresAt } = screen;
  await trx
    .insertInto('display')
    .values({ oid, code_hash: codeHash, key_hash: keyHash, address, begun_at: now, expires_at: expiresAt })
    .execute();
  return true;
}

/** The screen that shows a code now, held until the transaction ends. */
export const lockWaiting = (trx: DbOrTrx, codeHash: Buffer, now: Date) =>
  trx
    .selectFrom('display')
    .select('oid')
    .where('code_hash', '=', codeHash)
    .where('member_oid', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

/** Displays of one organisation are confirmed one after the other, so that their number holds. */
export async function countDisplays(trx: DbOrTrx, groupRoot: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`display ${groupRoot}`}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from display
    where group_root = ${groupRoot}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
}

export interface Pairing {
  oid: string;
  groupRoot: string;
  groupOID: string;
  memberOID: string;
  name: string;
  page: CockpitPage;
  pairedBy: string;
  at: Date;
}
export async function pairDisplay(trx: DbOrTrx, pairing: Pairing): Promise<void> {
  await trx
    .updateTable('display')
    .set({
      code_hash: null,
      group_root: pairing.groupRoot,
      group_oid: pairing.groupOID,
      member_oid: pairing.memberOID,
      name: pairing.name,
      page: pairing.page,
      paired_by: pairing.pairedBy,
      paired_at: pairing.at,
    })
    .where('oid', '=', pairing.oid)
    .execute();
  await setDisplayPages(trx, pairing.memberOID, [pairing.page]);
}

/** Whose a key is, held until the transaction ends; `memberOID` null: nobody has confirmed it yet. */
export const lockByKey = (trx: DbOrTrx, keyHash: Buffer, now: Date) =>
  trx
    .selectFrom('display')
    .select(['oid', 'member_oid as memberOID', 'page'])
    .where('key_hash', '=', keyHash)
    .where((either) => either.or([either('member_oid', 'is not', null), either('expires_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();

export const recordSeen = async (trx: DbOrTrx, oid: string, address: string, now: Date): Promise<void> => {
  await trx
    .updateTable('display')
    .set({ last_seen_at: now, last_address: address })
    .where('oid', '=', oid)
    .execute();
};

/** Their keys are worth nothing from then on. @returns the members as whom they were signed in */
export async function dropDisplays(trx: DbOrTrx, oids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ memberOID: string }>`delete from display where oid = any(${[...oids]}::uuid[])
    returning member_oid as "memberOID"`.execute(trx);
  const members = rows.map(({ memberOID }) => memberOID);
  await closeAccounts(trx, members);
  return members;
}
