import type { DbOrTrx } from '../../platform/runtime.ts';

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

/** What is deleted waits no longer. */
export const cancelFlights = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  await trx
    .updateTable('flight')
    .set({ state: 'over', outcome: 'cancelled', end_time: at })
    .where('oid', 'in', [...oids])
    .where('state', '=', 'created')
    .execute();
};
