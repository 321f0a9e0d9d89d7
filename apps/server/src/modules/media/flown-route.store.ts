import {
  photoPlaceOf,
  pointKinds,
  readBreakPoint,
  typesOnPhoto,
  waypointOfPhoto,
  type AskedTypes,
  type BreakPoint,
  type FlownRoute,
  type PhotoFacts,
  type PhotoWaypoint,
  type RoutePlan,
  type WaypointAsks,
} from '@eyrie/domain';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

type MediaRow = Selectable<Database['media']>;

interface FlownRow {
  waypoints: FlownRoute['waypoints'] | null;
  lines: FlownRoute['lines'];
  type: RoutePlan['type'] | null;
  ai: boolean | null;
  points: WaypointAsks[] | null;
  startsAt: BreakPoint | null;
  breakPoint: unknown;
}

/** The route as a flight flew it, with what each waypoint says of findings. */
export interface FlightRoute extends FlownRoute {
  /** By the place of each waypoint; empty: its plan says nothing of them. */
  asks: readonly WaypointAsks[];
}

const asksOf = ({ waypoints, type, ai, points }: FlownRow): WaypointAsks[] => {
  const count = waypoints?.length ?? 0;
  if (type === null || ai === null) return [];
  if (!pointKinds.has(type)) return Array.from({ length: count }, () => ({ ai }));
  // A file that has other waypoints than its plan says nothing of which of them asks.
  if (points?.length !== count) return [];
  return points.map((point) => ({ ai: point.ai ?? ai, aiTypes: point.aiTypes }));
};

/**
 * The version of the route whose file a flight was ordered with, and how much of it was flown.
 * @returns null where the flight has no route, as one by hand; `noRoute` where that version is gone
 */
export async function routeOfFlight(db: DbOrTrx, flightOID: string): Promise<FlightRoute | 'noRoute' | null> {
  const { rows } = await sql<FlownRow & { routeOID: string | null }>`
    select flight.route_oid as "routeOID", version.facts -> 'waypoints' as waypoints, version.facts -> 'lines' as lines,
      version.plan ->> 'type' as type, (version.plan #>> '{settings,ai}')::boolean as ai, version.plan -> 'points' as points,
      flight.starts_at as "startsAt", flight.break_point as "breakPoint"
    from flight left join lateral (select plan, facts from route_version
      where route_oid = flight.route_oid and checksum = flight.route_checksum order by number desc limit 1) version on true
    where flight.oid = ${flightOID}::uuid`.execute(db);
  const [row] = rows;
  if (!row || row.routeOID === null) return null;
  const { waypoints, startsAt, breakPoint } = row;
  if (!waypoints) return 'noRoute';
  // JSON null of a version that was stored before lines were kept.
  const lines = Array.isArray(row.lines) ? row.lines : null;
  const brokeOffAt = readBreakPoint(breakPoint, { lines, waypointCount: waypoints.length });
  return { waypoints, lines, startsAt, brokeOffAt, asks: asksOf(row) };
}

/** What of a file says where it was taken. */
export interface PlacedFile {
  lng: number | null;
  lat: number | null;
  relativeAltitude: number | null;
  facts: PhotoFacts | null;
}

/** The waypoint at which a photo of a flight was taken. */
export const waypointOfFile = (file: PlacedFile, route: FlightRoute | 'noRoute'): PhotoWaypoint =>
  route === 'noRoute' ? { unknown: 'noRoute' } : waypointOfPhoto(photoPlaceOf(file), route);

/** Whether findings are looked for at any waypoint of a route. */
export const asksSomewhere = (route: FlightRoute | 'noRoute' | null): route is FlightRoute =>
  route !== null && route !== 'noRoute' && route.asks.some(({ ai }) => ai);

/** AI types that are looked for on a photo: those of its flight, and those of its waypoint where that is known. */
export function typesOfFile(
  flight: AskedTypes,
  file: PlacedFile,
  route: FlightRoute | 'noRoute' | null,
): AskedTypes {
  // Most routes ask for nothing: their photos need no look for the nearest waypoint.
  if (!asksSomewhere(route)) return flight;
  const found = waypointOfFile(file, route);
  return typesOnPhoto(flight, 'place' in found ? (route.asks[found.place] ?? null) : null);
}

/** The waypoint of a file as its record says it; null: it is no photo of a flight along a route. */
export async function waypointOfMedia(
  db: DbOrTrx,
  row: Pick<MediaRow, 'kind' | 'flight_oid' | 'video_oid' | 'lng' | 'lat' | 'relative_altitude' | 'facts'>,
): Promise<PhotoWaypoint | null> {
  // A picture out of a video lies where the film began.
  if (row.kind !== 'photo' || row.flight_oid === null || row.video_oid !== null) return null;
  const route = await routeOfFlight(db, row.flight_oid);
  if (route === null) return null;
  const { lng, lat, relative_altitude: relativeAltitude, facts } = row;
  return waypointOfFile({ lng, lat, relativeAltitude, facts }, route);
}
