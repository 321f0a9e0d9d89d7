import { limits, type LastPlace, type PlacedKind } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { TrackScope } from './trajectory.store.ts';

interface PlaceRow {
  oid: string;
  kind: PlacedKind;
  name: string;
  link_oid: string;
  lng: number;
  lat: number;
  height: number | null;
  at: Date | null;
  online: boolean;
  airborne: boolean;
}

export interface PlaceFilter {
  bounds?: { west: number; south: number; east: number; north: number } | undefined;
  kinds?: readonly PlacedKind[] | undefined;
  keyword?: string | undefined;
}

/** A number of what an aircraft reported last. */
const reported = (key: string) =>
  sql`case when jsonb_typeof(snapshot.drone_values -> ${sql.lit(key)}) = 'number'
    then (snapshot.drone_values ->> ${sql.lit(key)})::float8 end`;

const withinOf = ({ west, south, east, north }: NonNullable<PlaceFilter['bounds']>) =>
  sql<boolean>`lat between ${south} and ${north} and ${
    west <= east ? sql`lng between ${west} and ${east}` : sql`(lng >= ${west} or lng <= ${east})`
  }`;

/**
 * Last known places of what signs in and of the aircraft behind it, within the caller's scope.
 * @returns one more than an answer holds, where there are more
 */
export const lastPlaces = async (
  db: DbOrTrx,
  scope: TrackScope,
  { bounds, kinds, keyword }: PlaceFilter,
  serverTime: number,
): Promise<LastPlace[]> => {
  const wanted = [
    sql<boolean>`lng is not null and lat is not null and not (lng = 0 and lat = 0)`,
    ...(bounds ? [withinOf(bounds)] : []),
    ...(kinds ? [sql<boolean>`kind = any(${[...kinds]}::text[])`] : []),
    ...(keyword?.trim() ? [sql<boolean>`strpos(lower(name), lower(${keyword.trim()})) > 0`] : []),
  ];
  const { rows } = await sql<PlaceRow>`
    select * from (
      select dock.oid, dock.kind, dock.name, dock.oid as link_oid, snapshot.lng, snapshot.lat, snapshot.height,
        snapshot.last_seen_at as at, snapshot.online, false as airborne
      from dock join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
      where dock.deleted_at is null and dock.retired_at is null and ${inScope('dock.group_oid', scope)}
      union all
      select drone.oid, 'drone', drone.name, dock.oid, ${reported('longitude')}, ${reported('latitude')}, ${reported('height')},
        snapshot.drone_last_seen_at, snapshot.online and snapshot.drone_online, snapshot.drone_airborne
      from drone join dock on dock.oid = drone.dock_oid and dock.deleted_at is null and dock.retired_at is null
        join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
      where drone.deleted_at is null and ${inScope('drone.group_oid', scope)} and ${inScope('dock.group_oid', scope)}
    ) place where ${sql.join(wanted, sql` and `)}
    order by name, oid limit ${limits.trajectory.places + 1}`.execute(db);
  return rows.map(({ link_oid: linkOID, at, ...row }) => ({
    ...row,
    linkOID,
    at: at?.getTime() ?? null,
    ageMs: at === null ? null : Math.max(0, Math.round(serverTime - at.getTime())),
  }));
};

export interface Reach {
  oid: string;
  name: string;
  groupOID: string;
  lng: number;
  lat: number;
  radius: number;
}

/** Docks whose aircraft reported a limit of its distance that is switched on. */
export const dockReaches = async (db: DbOrTrx, scope: TrackScope): Promise<Reach[]> => {
  const limit = sql`snapshot.drone_values -> 'distance_limit_status'`;
  const { rows } = await sql<Reach>`
    select dock.oid, dock.name, dock.group_oid as "groupOID", snapshot.lng, snapshot.lat,
      (${limit} ->> 'distance_limit')::float8 as radius
    from dock join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    where dock.deleted_at is null and dock.retired_at is null and dock.kind = 'dock' and ${inScope('dock.group_oid', scope)}
      and snapshot.lng is not null and snapshot.lat is not null
      and jsonb_typeof(${limit} -> 'distance_limit') = 'number' and ${limit} ->> 'state' = '1'
    order by dock.name, dock.oid limit ${limits.trajectory.places}`.execute(db);
  return rows;
};
