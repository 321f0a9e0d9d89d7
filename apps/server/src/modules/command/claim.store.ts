import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * Whether a row of `gateway_claim` counts, joined with the `instance` of its gateway, which keeps all of its claims by
 * one row. A gateway of the release before keeps each by itself. A claim that was given back ends at the epoch.
 * @param now epoch ms
 */
export const claimLives = (now: number): RawBuilder<boolean> => {
  const at = new Date(now);
  return sql<boolean>`(case when instance.claims_until is null then gateway_claim.expires_at > ${at}
    else gateway_claim.expires_at > to_timestamp(0) and instance.claims_until > ${at} end)`;
};

const claimOf = (db: DbOrTrx, dockOID: string, now: number) =>
  db
    .selectFrom('gateway_claim')
    .leftJoin('instance', 'instance.instance_id', 'gateway_claim.instance_id')
    .select(['gateway_claim.instance_id as instanceId', 'gateway_claim.fence'])
    .where('gateway_claim.dock_oid', '=', dockOID)
    .where(claimLives(now));

/** True while this gateway owns the dock: the fence, taken in the same transaction. */
export const claimHolds = async (
  trx: DbOrTrx,
  dockOID: string,
  instanceId: string,
  fence: number,
  now: number,
): Promise<boolean> => {
  const row = await claimOf(trx, dockOID, now).forShare('gateway_claim').executeTakeFirst();
  return row !== undefined && row.instanceId === instanceId && Number(row.fence) === fence;
};

/** True while any gateway speaks to the dock. */
export const liveClaim = async (db: DbOrTrx, dockOID: string, now: number): Promise<boolean> =>
  (await claimOf(db, dockOID, now).executeTakeFirst()) !== undefined;
