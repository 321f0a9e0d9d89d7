import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface AuthenticatorRow {
  /** Sealed. */
  secret: Buffer;
  confirmedAt: Date | null;
}

export const authenticatorOf = (db: DbOrTrx, memberOID: string): Promise<AuthenticatorRow | undefined> =>
  db
    .selectFrom('authenticator')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('member_oid', '=', memberOID)
    .executeTakeFirst();

/** Takes the place of a secret that was never confirmed. @returns false when one is in force. */
export async function beginAuthenticator(
  trx: DbOrTrx,
  begun: { memberOID: string; secret: Buffer; at: Date },
): Promise<boolean> {
  const row = { secret: begun.secret, begun_at: begun.at, last_step: 0 };
  const written = await trx
    .insertInto('authenticator')
    .values({ member_oid: begun.memberOID, ...row })
    .onConflict((conflict) =>
      conflict.column('member_oid').doUpdateSet(row).where('authenticator.confirmed_at', 'is', null),
    )
    .returning('member_oid')
    .executeTakeFirst();
  return written !== undefined;
}

/** Takes a step that lies behind every step taken before: of one code used at once only one use counts. */
export async function takeStep(trx: DbOrTrx, memberOID: string, step: number): Promise<boolean> {
  const taken = await trx
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('member_oid', '=', memberOID)
    .where('last_step', '<', String(step))
    .returning('member_oid')
    .executeTakeFirst();
  return taken !== undefined;
}

/** @returns false when it was in force already, or is not there. */
export async function confirmAuthenticator(trx: DbOrTrx, memberOID: string, at: Date): Promise<boolean> {
  const confirmed = await trx
    .updateTable('authenticator')
    .set({ confirmed_at: at })
    .where('member_oid', '=', memberOID)
    .where('confirmed_at', 'is', null)
    .returning('member_oid')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** @returns false when there was none. */
export async function deleteAuthenticator(trx: DbOrTrx, memberOID: string): Promise<boolean> {
  await trx.deleteFrom('recovery_code').where('member_oid', '=', memberOID).execute();
  const gone = await trx
    .deleteFrom('authenticator')
    .where('member_oid', '=', memberOID)
    .returning('member_oid')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function replaceRecoveryCodes(
  trx: DbOrTrx,
  memberOID: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('member_oid', '=', memberOID).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ member_oid: memberOID, code_hash: hash })))
    .execute();
}

/** @returns false when the code is none of the member's, or was used. */
export async function spendRecoveryCode(
  trx: DbOrTrx,
  memberOID: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  const spent = await trx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('member_oid', '=', memberOID)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('member_oid')
    .executeTakeFirst();
  return spent !== undefined;
}

export const countRecoveryCodes = async (db: DbOrTrx, memberOID: string): Promise<number> => {
  const row = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('member_oid', '=', memberOID)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
};
