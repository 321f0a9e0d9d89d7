import type { DbOrTrx } from '../../platform/runtime.ts';

export interface CredentialRow {
  clientId: string;
  sessionOID: string;
  passwordHash: Buffer;
  expiresAt: Date;
}

export async function insertCredential(db: DbOrTrx, credential: CredentialRow): Promise<void> {
  await db
    .insertInto('live_credential')
    .values({
      client_id: credential.clientId,
      session_oid: credential.sessionOID,
      password_hash: credential.passwordHash,
      expires_at: credential.expiresAt,
    })
    .execute();
}

export const credentialOf = (db: DbOrTrx, clientId: string): Promise<CredentialRow | undefined> =>
  db
    .selectFrom('live_credential')
    .select([
      'client_id as clientId',
      'session_oid as sessionOID',
      'password_hash as passwordHash',
      'expires_at as expiresAt',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
