import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface NewCode {
  codeHash: Buffer;
  purpose: string;
  memberOID: string;
  expiresAt: Date;
  facts: Record<string, unknown>;
}

export async function insertCode(db: DbOrTrx, code: NewCode): Promise<void> {
  await db
    .insertInto('one_time_code')
    .values({
      code_hash: code.codeHash,
      purpose: code.purpose,
      member_oid: code.memberOID,
      expires_at: code.expiresAt,
      facts: JSON.stringify(code.facts),
    })
    .execute();
}

export interface UnspentCode {
  purpose: string;
  memberOID: string;
  expiresAt: Date;
  facts: unknown;
}

/** Whether a session is open. Whoever would end it waits until the transaction ends. */
export async function holdSession(trx: DbOrTrx, oid: string): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('oid')
    .where('oid', '=', oid)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The member of a session, held first of all that changes: everybody who signs in or out takes it first. */
export async function holdMemberOf(trx: DbOrTrx, sessionOID: string): Promise<string | undefined> {
  const { rows } = await sql<{ oid: string }>`select oid from member
    where oid = (select member_oid from session where oid = ${sessionOID}::uuid) for update`.execute(trx);
  return rows[0]?.oid;
}

/** Whose an unspent code is, what for, and until when. */
export const unspentCode = (db: DbOrTrx, codeHash: Buffer): Promise<UnspentCode | undefined> =>
  db
    .selectFrom('one_time_code')
    .select(['purpose', 'member_oid as memberOID', 'expires_at as expiresAt', 'facts'])
    .where('code_hash', '=', codeHash)
    .where('spent_at', 'is', null)
    .executeTakeFirst();

/** Spends a code, whatever it was meant for: a code shown in the wrong place is a leaked code. */
export const spendCode = (db: DbOrTrx, codeHash: Buffer, now: Date): Promise<UnspentCode | undefined> =>
  db
    .updateTable('one_time_code')
    .set({ spent_at: now })
    .where('code_hash', '=', codeHash)
    .where('spent_at', 'is', null)
    .returning(['purpose', 'member_oid as memberOID', 'expires_at as expiresAt', 'facts'])
    .executeTakeFirst();

export async function spendCodesOf(db: DbOrTrx, memberOID: string, now: Date): Promise<void> {
  await db
    .updateTable('one_time_code')
    .set({ spent_at: now })
    .where('member_oid', '=', memberOID)
    .where('spent_at', 'is', null)
    .execute();
}
