import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Orders of findings stand where the finding lies, and not where its photo was taken from. */
export const placeOrders = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await sql`update work_order set lng = sighting.lng, lat = sighting.lat from defect_sighting sighting
    where work_order.outcome_oid = sighting.outcome_oid and sighting.outcome_oid = any(${[...oids]}::uuid[])
      and sighting.lng is not null and (work_order.lng, work_order.lat) is distinct from (sighting.lng, sighting.lat)`.execute(
    trx,
  );
};
