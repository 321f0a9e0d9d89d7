import type { PhotoFacts } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { SomeDock } from './able-docks.ts';

/** By what an order was found. Names and places are those of the rows, whoever asks: what of them is shown is decided by `seen`. */
export interface Origin {
  lng: number | null;
  lat: number | null;
  /** Where the finding lies on the ground, metres around it. */
  onGround: boolean;
  radius: number | null;
  hasPicture: boolean;
  shotAt: Date | null;
  facts: PhotoFacts | null;
  flightOID: string | null;
  startTime: Date | null;
  gate: unknown;
  dockOID: string | null;
  dockName: string | null;
  dockSeen: boolean;
  dockDeleted: boolean;
  dockLng: number | null;
  dockLat: number | null;
  routeOID: string | null;
  routeName: string | null;
  routeSeen: boolean;
  routeDeleted: boolean;
}

const seen = (column: string, scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${inScope(column, scope)}, false)`;

/** How an order was found. Each row is read by its key. @param scope of the reader */
export const originOf = async (db: DbOrTrx, scope: Scope, orderOID: string): Promise<Origin | undefined> => {
  const { rows } = await sql<Origin>`
    select work_order.lng, work_order.lat, sighting.lng is not null as "onGround", sighting.radius,
      media.oid is not null as "hasPicture", media.shot_at as "shotAt", media.facts,
      flight.oid as "flightOID", flight.start_time as "startTime", flight.gate,
      dock.oid as "dockOID", dock.name as "dockName", ${seen('dock.group_oid', scope)} as "dockSeen",
      dock.deleted_at is not null as "dockDeleted", snapshot.lng as "dockLng", snapshot.lat as "dockLat",
      route.oid as "routeOID", route.name as "routeName", ${seen('route.group_oid', scope)} as "routeSeen",
      route.deleted_at is not null as "routeDeleted"
    from work_order
    left join defect_sighting sighting on sighting.outcome_oid = work_order.outcome_oid
    left join media on media.oid = work_order.media_oid and media.group_root = work_order.group_root
    left join flight on flight.oid = coalesce(work_order.flight_oid, media.flight_oid)
      and flight.group_root = work_order.group_root
    left join dock on dock.oid = coalesce(flight.dock_oid, media.dock_oid) and dock.kind = 'dock'
      and dock.group_root = work_order.group_root
    left join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    left join route on route.oid = flight.route_oid and route.group_root = work_order.group_root
    where work_order.oid = ${orderOID}::uuid`.execute(db);
  return rows[0];
};

/** Places and aircraft of docks. */
export const carriedBy = async (db: DbOrTrx, oids: readonly string[]): Promise<SomeDock[]> => {
  const { rows } = await sql<Omit<SomeDock, 'online' | 'unfit'>>`
    select dock.oid, snapshot.lng, snapshot.lat, drone.model as "droneModel"
    from dock join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    left join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
    where dock.oid = any(${[...oids]}::uuid[])`.execute(db);
  // Whether a dock can fly now is asked elsewhere.
  return rows.map((row) => ({ ...row, online: true, unfit: [] }));
};

interface RecordedWind {
  at: Date;
  wind: number;
}

const around = (at: Date, within: number): RawBuilder<boolean> =>
  sql<boolean>`at between ${new Date(at.getTime() - within)} and ${new Date(at.getTime() + within)}`;
const nearestTo = (at: Date): RawBuilder<unknown> =>
  sql`abs(extract(epoch from at - ${at}::timestamptz)), at`;

/** What the aircraft of a flight measured of the wind next to a moment, m/s. @param within ms before and after */
export const windAloft = async (
  db: DbOrTrx,
  flightOID: string,
  at: Date,
  within: number,
): Promise<RecordedWind | undefined> => {
  const { rows } =
    await sql<RecordedWind>`select at, (payload ->> 'wind')::float8 as wind from drone_telemetry
    where flight_oid = ${flightOID}::uuid and ${around(at, within)} and jsonb_typeof(payload -> 'wind') = 'number'
    order by ${nearestTo(at)} limit 1`.execute(db);
  return rows[0];
};

interface RecordedWeather {
  at: Date;
  wind: number | null;
  /** As the dock said it. */
  rainfall: string | null;
  temperature: number | null;
  humidity: number | null;
}

const measured = (name: 'wind' | 'envTemp' | 'humidity'): RawBuilder<number | null> => {
  const key = sql.lit(name);
  return sql`case when jsonb_typeof(payload -> ${key}) = 'number' then (payload ->> ${key})::float8 end`;
};

/** What a dock measured of the weather next to a moment. @param within ms before and after */
export const weatherAtDock = async (
  db: DbOrTrx,
  dockOID: string,
  at: Date,
  within: number,
): Promise<RecordedWeather | undefined> => {
  const { rows } =
    await sql<RecordedWeather>`select at, ${measured('wind')} as wind, payload ->> 'rainfall' as rainfall,
      ${measured('envTemp')} as temperature, ${measured('humidity')} as humidity
    from dock_history where dock_oid = ${dockOID}::uuid and ${around(at, within)}
      and (${measured('wind')}, payload ->> 'rainfall', ${measured('envTemp')}, ${measured('humidity')}) is distinct from
        (null::float8, null::text, null::float8, null::float8)
    order by ${nearestTo(at)} limit 1`.execute(db);
  return rows[0];
};
