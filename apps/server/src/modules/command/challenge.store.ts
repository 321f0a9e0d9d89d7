import type { DbOrTrx } from '../../platform/runtime.ts';

/** Keeps a nonce that was given out, by its hash, until epoch ms `expiresAt`. */
export const insertChallenge = async (
  db: DbOrTrx,
  row: { nonceHash: Buffer; memberOID: string; dockOID: string; method: string; expiresAt: number },
): Promise<void> => {
  await db
    .insertInto('challenge')
    .values({
      nonce_hash: row.nonceHash,
      member_oid: row.memberOID,
      dock_oid: row.dockOID,
      method: row.method,
      expires_at: new Date(row.expiresAt),
    })
    .execute();
};

/** Spends a nonce: it exists once, for this member, dock and method. */
export const spendChallenge = async (
  trx: DbOrTrx,
  row: { nonceHash: Buffer; memberOID: string; dockOID: string; method: string; now: number },
): Promise<boolean> => {
  const spent = await trx
    .deleteFrom('challenge')
    .where('nonce_hash', '=', row.nonceHash)
    .where('member_oid', '=', row.memberOID)
    .where('dock_oid', '=', row.dockOID)
    .where('method', '=', row.method)
    .returning('expires_at')
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at.getTime() > row.now;
};

/** Forgets nonces that nobody can spend any more. */
export const dropOldChallenges = async (db: DbOrTrx, now: number): Promise<void> => {
  await db.deleteFrom('challenge').where('expires_at', '<', new Date(now)).execute();
};
