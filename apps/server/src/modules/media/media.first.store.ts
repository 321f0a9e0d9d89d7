import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { mediaReceived } from '../flight/index.ts';

/** Whether files of a flight may be at its dock yet: not where as many are here as the flight made. */
export const mediaOutstanding = async (db: DbOrTrx, flightOID: string): Promise<boolean> => {
  const { rows } = await sql<{ outstanding: boolean }>`select flight.start_time is not null
      and (flight.media_expected is null or flight.media_expected > ${mediaReceived}) as outstanding
    from flight where flight.oid = ${flightOID}::uuid and flight.deleted_at is null`.execute(db);
  return rows[0]?.outstanding ?? false;
};

/** A dock said whose files it uploads first. A flight that is none of its own is not believed. */
export const storeFirst = async (
  db: DbOrTrx,
  { dockOID, flightOID, at }: { dockOID: string; flightOID: string; at: Date },
): Promise<void> => {
  await sql`insert into media_first (dock_oid, flight_oid, said_at)
    select dock_oid, oid, ${at} from flight where oid = ${flightOID}::uuid and dock_oid = ${dockOID}::uuid
    on conflict (dock_oid) do update set flight_oid = excluded.flight_oid, said_at = excluded.said_at`.execute(
    db,
  );
};
