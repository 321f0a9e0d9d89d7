import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

interface ReportedRow {
  sn: string;
  model: string;
  dockOnline: boolean | null;
  dockSeenAt: Date | null;
  dockValues: Record<string, unknown> | null;
  droneSn: string | null;
  droneModel: string | null;
  droneOnline: boolean | null;
  droneSeenAt: Date | null;
  droneValues: Record<string, unknown> | null;
  airborne: boolean | null;
  flightOID: string | null;
}

/** What is stored of the last words of a dock and its aircraft, and the flight that is under way there. */
export const reportedRow = async (db: DbOrTrx, dockOID: string): Promise<ReportedRow | undefined> =>
  (
    await sql<ReportedRow>`
      select dock.sn, dock.model, drone.sn as "droneSn", drone.model as "droneModel",
        dock_snapshot.online as "dockOnline", dock_snapshot.last_seen_at as "dockSeenAt",
        dock_snapshot.dock_values as "dockValues",
        dock_snapshot.drone_online as "droneOnline", dock_snapshot.drone_last_seen_at as "droneSeenAt",
        dock_snapshot.drone_values as "droneValues", dock_snapshot.drone_airborne as airborne,
        (select flight.oid from flight where flight.dock_oid = dock.oid and flight.state = 'inFlight'
          and flight.deleted_at is null order by flight.created_at desc limit 1) as "flightOID"
      from dock
      left join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
      left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
      where dock.oid = ${dockOID}::uuid`.execute(db)
  ).rows[0];
