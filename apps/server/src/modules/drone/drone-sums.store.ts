import { limits, type FlightSums, type Reconciliation } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { flownJoins } from '../device/index.ts';

type Recorded = Pick<Reconciliation, 'recorded' | 'corrected' | 'corrections' | 'since'>;

/** Sums of the flights of an aircraft that are over, and what people have corrected of them. */
export async function recordedOf(db: DbOrTrx, droneOID: string): Promise<Recorded> {
  const { rows } = await sql<Pick<Recorded, 'recorded' | 'corrected'> & { since: Date | null }>`
    select jsonb_build_object('flights', flown.flights, 'flightTime', flown.flight_time,
        'distance', flown.distance, 'landings', flown.landings) as recorded,
      jsonb_build_object('flights', corrected.flights, 'flightTime', corrected.flight_time,
        'distance', corrected.distance) as corrected, flown.since
    from drone ${flownJoins} where drone.oid = ${droneOID}::uuid`.execute(db);
  const none = { flights: 0, flightTime: 0, distance: 0 };
  const { recorded = { ...none, landings: 0 }, corrected = none, since = null } = rows[0] ?? {};
  const corrections = await correctionsOf(db, droneOID);
  return { recorded, corrected, corrections, since: since?.getTime() ?? null };
}

async function correctionsOf(db: DbOrTrx, droneOID: string): Promise<Reconciliation['corrections']> {
  const { rows } = await sql<Omit<Reconciliation['corrections'][number], 'at'> & { at: Date }>`
    select correction.at, member.name as by, correction.flights, correction.flight_time as "flightTime",
      correction.distance, correction.reason
    from flight_correction correction left join member on member.oid = correction.by_oid
    where correction.drone_oid = ${droneOID}::uuid
    order by correction.at desc, correction.oid desc limit ${limits.device.correctionsShown}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

export async function insertCorrection(
  trx: DbOrTrx,
  {
    oid,
    droneOID,
    by,
    reason,
    at,
    ...sums
  }: FlightSums & {
    oid: string;
    droneOID: string;
    by: string;
    reason: string;
    at: Date;
  },
): Promise<void> {
  const { flights, flightTime, distance } = sums;
  await trx
    .insertInto('flight_correction')
    .values({ oid, drone_oid: droneOID, flights, flight_time: flightTime, distance, reason, by_oid: by, at })
    .execute();
}

/** Holds the row of an aircraft, so that two corrections of it follow each other. */
export async function lockDrone(trx: DbOrTrx, droneOID: string): Promise<void> {
  await trx.selectFrom('drone').select('oid').where('oid', '=', droneOID).forNoKeyUpdate().executeTakeFirst();
}
