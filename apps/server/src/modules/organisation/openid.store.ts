import type { DbOrTrx } from '../../platform/runtime.ts';

export interface DoorRow {
  groupRoot: string;
  enabled: boolean;
  name: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: Buffer | null;
  accountClaim: string;
}

const columns = [
  'group_root as groupRoot',
  'enabled',
  'name',
  'issuer',
  'client_id as clientId',
  'client_secret as clientSecret',
  'account_claim as accountClaim',
] as const;

export const doorOf = (db: DbOrTrx, groupRoot: string): Promise<DoorRow | undefined> =>
  db.selectFrom('openid_provider').select(columns).where('group_root', '=', groupRoot).executeTakeFirst();

/** Sign-ins that are on their way to the old provider end with the change. */
export async function saveDoor(trx: DbOrTrx, door: DoorRow): Promise<void> {
  const row = {
    enabled: door.enabled,
    name: door.name,
    issuer: door.issuer,
    client_id: door.clientId,
    client_secret: door.clientSecret,
    account_claim: door.accountClaim,
  };
  await trx
    .insertInto('openid_provider')
    .values({ group_root: door.groupRoot, ...row })
    .onConflict((conflict) => conflict.column('group_root').doUpdateSet(row))
    .execute();
  await trx.deleteFrom('openid_start').where('group_root', '=', door.groupRoot).execute();
}
