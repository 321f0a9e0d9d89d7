import { limits, startMethods, type HealthItem } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { TrackScope } from './trajectory.store.ts';

export interface PlacedDock {
  oid: string;
  lng: number;
  lat: number;
}

/** Docks in service with a place, within the caller's scope. */
export const placedDocks = async (db: DbOrTrx, scope: TrackScope): Promise<PlacedDock[]> => {
  const { rows } = await sql<PlacedDock>`
    select dock.oid, snapshot.lng, snapshot.lat from dock join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    where dock.deleted_at is null and dock.retired_at is null and dock.kind = 'dock'
      and snapshot.lng is not null and snapshot.lat is not null and ${inScope('dock.group_oid', scope)}
    limit ${limits.trajectory.places}`.execute(db);
  return rows;
};

/** What was last stored of a dock. */
export interface StoredDock {
  online: boolean;
  values: Record<string, unknown>;
  droneValues: Record<string, unknown>;
  droneName: string | null;
  lastSeen: Date | null;
  otherFlight: string | null;
  alarms: Pick<HealthItem, 'code' | 'level'>[];
}

export const storedDocks = async (
  db: DbOrTrx,
  oids: readonly string[],
): Promise<ReadonlyMap<string, StoredDock>> => {
  const { rows } = await sql<StoredDock & { oid: string }>`
    select dock_oid as oid, online, dock_values as values, drone_values as "droneValues", last_seen_at as "lastSeen",
      (select drone.name from drone where drone.dock_oid = snapshot.dock_oid and drone.deleted_at is null limit 1)
        as "droneName",
      (select flight.oid from flight where flight.dock_oid = snapshot.dock_oid and flight.deleted_at is null
        and (flight.state = 'inFlight' or (flight.state <> 'over' and exists (select from command
          where command.flight_oid = flight.oid and command.method = any(${[...startMethods]}::text[])
            and command.state in ('authorised', 'sent', 'unknown')))) limit 1) as "otherFlight",
      (select coalesce(jsonb_agg(jsonb_build_object('code', health.code, 'level', health.level)), '[]')
        from device_health health where health.dock_oid = snapshot.dock_oid and health.cleared_at is null) as alarms
    from dock_snapshot snapshot where dock_oid = any(${[...oids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ oid, ...row }) => [oid, row]));
};

/** Where a route begins, m/s on it and the model of the aircraft that it was made for. */
export interface RouteBegin {
  lng: number;
  lat: number;
  speed: number;
  droneModel: string | null;
}

export const routeBegin = async (db: DbOrTrx, routeOID: string): Promise<RouteBegin | undefined> => {
  const { rows } = await sql<RouteBegin>`select (waypoints -> 0 ->> 'lng')::float8 as lng,
      (waypoints -> 0 ->> 'lat')::float8 as lat, speed::float8 as speed, drone_model as "droneModel"
    from route where oid = ${routeOID}::uuid and deleted_at is null and waypoints -> 0 ->> 'lng' is not null`.execute(
    db,
  );
  return rows[0];
};
