import { releasedCommandStates, startMethods } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Flights of these that a start may be putting into the air. Ask after locking them. */
export const flightsStarting = async (trx: DbOrTrx, oids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('command')
    .select('flight_oid')
    .distinct()
    .where('flight_oid', 'in', [...oids])
    .where('method', 'in', [...startMethods])
    .where('state', 'in', releasedCommandStates)
    .execute();
  return rows.flatMap((row) => row.flight_oid ?? []);
};

/**
 * Takes back flights that wait, except those that a start may be putting into the air: they are locked first, as every
 * start does it, so that none begins meanwhile.
 */
export const cancelWaiting = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  if (oids.length === 0) return;
  const locked = await trx
    .selectFrom('flight')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('state', '=', 'created')
    .orderBy('oid')
    .forNoKeyUpdate()
    .execute();
  if (locked.length === 0) return;
  const waiting = locked.map(({ oid }) => oid);
  const starting = new Set(await flightsStarting(trx, waiting));
  const idle = waiting.filter((oid) => !starting.has(oid));
  if (idle.length > 0) await cancelFlights(trx, idle, at);
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
