import type { Db, DbOrTrx } from '../../platform/runtime.ts';

export interface OpenIdStart {
  stateHash: Buffer;
  groupRoot: string;
  browserHash: Buffer;
  verifier: string;
  nonce: string;
  page: string | null;
  expiresAt: Date;
}

export async function insertStart(db: Db, start: OpenIdStart): Promise<void> {
  await db
    .insertInto('openid_start')
    .values({
      state_hash: start.stateHash,
      group_root: start.groupRoot,
      browser_hash: start.browserHash,
      verifier: start.verifier,
      nonce: start.nonce,
      page: start.page,
      expires_at: start.expiresAt,
    })
    .execute();
}

/** Removing is using: a state that comes back twice is known once. */
export const takeStart = (db: Db, stateHash: Buffer): Promise<OpenIdStart | undefined> =>
  db
    .deleteFrom('openid_start')
    .where('state_hash', '=', stateHash)
    .returning([
      'state_hash as stateHash',
      'group_root as groupRoot',
      'browser_hash as browserHash',
      'verifier',
      'nonce',
      'page',
      'expires_at as expiresAt',
    ])
    .executeTakeFirst();

/** Sign-ins that are on their way to a provider end. */
export async function dropStarts(trx: DbOrTrx, groupRoot: string): Promise<void> {
  await trx.deleteFrom('openid_start').where('group_root', '=', groupRoot).execute();
}

/** Removes what nobody can come back with any more. */
export async function dropExpiredProofs(db: DbOrTrx, now: Date): Promise<void> {
  await db.deleteFrom('spent_login_info').where('expires_at', '<=', now).execute();
  await db.deleteFrom('openid_start').where('expires_at', '<=', now).execute();
}
