import type { DbOrTrx } from '../../platform/runtime.ts';
import { dropStarts } from './openid-start.store.ts';

export interface ProviderRow {
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

export const providerOf = (db: DbOrTrx, groupRoot: string): Promise<ProviderRow | undefined> =>
  db.selectFrom('openid_provider').select(columns).where('group_root', '=', groupRoot).executeTakeFirst();

/** Sign-ins that are on their way to the old provider end with the change. */
export async function saveProvider(trx: DbOrTrx, provider: ProviderRow): Promise<void> {
  const row = {
    enabled: provider.enabled,
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    account_claim: provider.accountClaim,
  };
  await trx
    .insertInto('openid_provider')
    .values({ group_root: provider.groupRoot, ...row })
    .onConflict((conflict) => conflict.column('group_root').doUpdateSet(row))
    .execute();
  await dropStarts(trx, provider.groupRoot);
}
