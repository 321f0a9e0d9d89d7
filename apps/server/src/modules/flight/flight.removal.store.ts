import type { FlightState } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

type Scope = { groupRoot: string; groupOID: string };

/** Locks flights inside the scope: neither start nor end moves them until the transaction ends. */
export const lockFlights = (
  trx: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
): Promise<{ oid: string; state: FlightState }[]> =>
  trx
    .selectFrom('flight')
    .select(['oid', 'state'])
    .where('oid', 'in', [...oids])
    .where('deleted_at', 'is', null)
    .where(inScope('flight.group_oid', scope))
    .orderBy('oid')
    .forUpdate()
    .execute();

/** Flights of these that a start may be putting into the air. Ask after locking them. */
export const flightsStarting = async (trx: DbOrTrx, oids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('command')
    .select('flight_oid')
    .distinct()
    .where('flight_oid', 'in', [...oids])
    .where('method', '=', 'startJob')
    .where('state', 'in', ['authorised', 'sent', 'accepted', 'in_progress', 'unknown', 'accepted_late'])
    .execute();
  return rows.flatMap((row) => row.flight_oid ?? []);
};

export const deleteFlights = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  await trx
    .updateTable('flight')
    .set({ deleted_at: at, state: 'over', outcome: 'cancelled', end_time: at })
    .where('oid', 'in', [...oids])
    .where('state', '=', 'created')
    .execute();
};
