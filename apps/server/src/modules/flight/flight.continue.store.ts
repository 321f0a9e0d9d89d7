import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { FlightRow } from './flight.store.ts';

/** The flight inside the scope, held against everything that changes it until the transaction ends. */
export const lockBroken = async (
  trx: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  oid: string,
): Promise<FlightRow | undefined> =>
  trx
    .selectFrom('flight')
    .selectAll()
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where(inScope('flight.group_oid', scope))
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * The flight that flies the rest of another one, or flew a part of it and says how far. One that came to nothing, or of
 * which nobody knows how far it came, leaves the rest to another.
 */
export const continuationOf = (flightOID: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select next.oid from flight next where next.continues_oid = ${flightOID}
    and next.deleted_at is null and (next.state <> 'over'
      or (next.start_time is not null and (next.outcome = 'done' or next.break_point is not null)))
    order by next.created_at desc limit 1)`;

export const continuedBy = async (db: DbOrTrx, oid: string): Promise<string | null> => {
  const { rows } = await sql<{
    oid: string | null;
  }>`select ${continuationOf(sql`${oid}::uuid`)} as oid`.execute(db);
  return rows[0]?.oid ?? null;
};
