import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { addressKey } from './login-rule.ts';

/**
 * Whether the newest session of a member is the first one from its address, while others came before from elsewhere.
 * The very first sign-in is no news.
 */
export async function isFirstFromAddress(db: DbOrTrx, memberOID: string, address: string): Promise<boolean> {
  const rows = await db
    .selectFrom('session')
    .select(['address', sql<number>`count(*)::int`.as('count')])
    .where('member_oid', '=', memberOID)
    .groupBy('address')
    .execute();
  const key = addressKey(address);
  const here = rows
    .filter((row) => row.address !== null && addressKey(row.address) === key)
    .reduce((sum, row) => sum + row.count, 0);
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return here === 1 && all > 1;
}
