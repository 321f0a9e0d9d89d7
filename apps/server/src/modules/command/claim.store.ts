import type { DbOrTrx } from '../../platform/runtime.ts';

/** True while this gateway owns the dock: the fence, taken in the same transaction. */
export const claimHolds = async (
  trx: DbOrTrx,
  dockOID: string,
  instanceId: string,
  fence: number,
  now: number,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('gateway_claim')
    .select(['instance_id', 'fence', 'expires_at'])
    .where('dock_oid', '=', dockOID)
    .forShare()
    .executeTakeFirst();
  return (
    row !== undefined &&
    row.instance_id === instanceId &&
    Number(row.fence) === fence &&
    row.expires_at.getTime() > now
  );
};

/** True while any gateway speaks to the dock. */
export const liveClaim = async (db: DbOrTrx, dockOID: string, now: number): Promise<boolean> => {
  const row = await db
    .selectFrom('gateway_claim')
    .select('expires_at')
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  return row !== undefined && row.expires_at.getTime() > now;
};
