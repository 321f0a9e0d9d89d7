import {
  airborneSpan,
  comeClose,
  limits,
  timedLegs,
  type FlownAt,
  type GateInput,
  type TimedLeg,
  type Waypoint,
} from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { legsOf } from '../region/index.ts';
import { dockPlaces, type Neighbour } from './flight.neighbour.store.ts';
import { routeForFlight } from './flight.store.ts';

type Place = { lng: number; lat: number; height: number | null };
type Way = Pick<Neighbour, 'routeOID' | 'checksum' | 'dockOID' | 'returnAltitude'> &
  Partial<Pick<Neighbour, 'startsAt' | 'lines'>>;

/** Routes and places of one look, each asked for once. */
export const createWays = (db: DbOrTrx, places = new Map<string, Place | null>()) => {
  const routes = new Map<string, ReturnType<typeof routeForFlight>>();
  const legs = new Map<string, readonly TimedLeg[] | null>();
  const routeOf = (
    way: Pick<Way, 'checksum' | 'startsAt' | 'lines'> & { routeOID: string; returnAltitude?: number },
  ): ReturnType<typeof routeForFlight> => {
    const { startsAt = null, returnAltitude = 0 } = way;
    const begin = startsAt ? [startsAt.wayline, startsAt.waypoint, startsAt.progress, returnAltitude] : [];
    const key = [way.routeOID, way.checksum ?? '', ...begin].join(' ');
    const asked =
      routes.get(key) ??
      routeForFlight(db, {
        route_oid: way.routeOID,
        route_checksum: way.checksum ?? '',
        starts_at: startsAt,
        lines: way.lines ?? null,
        return_altitude: returnAltitude,
      });
    routes.set(key, asked);
    return asked;
  };
  /** Asks for the places of all of these docks at once. */
  const place = async (dockOIDs: readonly string[]): Promise<void> => {
    const missing = [...new Set(dockOIDs)].filter((oid) => !places.has(oid));
    if (missing.length === 0) return;
    const found = await dockPlaces(db, missing);
    for (const oid of missing) places.set(oid, found.get(oid) ?? null);
  };
  /** Null: the place of the dock is not known, the route is gone, or there is none. */
  const legsFrom = async (way: Way): Promise<readonly TimedLeg[] | null> => {
    if (way.routeOID === null) return null;
    const begin = JSON.stringify(way.startsAt ?? null);
    const key = [way.routeOID, way.checksum, way.dockOID, way.returnAltitude, begin].join(' ');
    const known = legs.get(key);
    if (known !== undefined) return known;
    const route = await routeOf({ ...way, routeOID: way.routeOID });
    const waypoints = (route?.waypoints ?? []) as (Waypoint & { speed?: number })[];
    const flown = legsOf({
      dock: places.get(way.dockOID) ?? null,
      route: route
        ? {
            waypoints,
            heightMode: route.height_mode,
            takeOffSecurityHeight: route.take_off_security_height,
          }
        : null,
      returnAltitude: way.returnAltitude,
    });
    const speed = Math.max(route?.speed ?? 0, ...waypoints.map((point) => point.speed ?? 0));
    const timed = flown && timedLegs(flown, { duration: route?.duration ?? 0, speed });
    legs.set(key, timed);
    return timed;
  };
  return { routeOf, place, legsFrom, placeOf: (dockOID: string) => places.get(dockOID) ?? null };
};
export type Ways = ReturnType<typeof createWays>;

const anywhere = ({ legs, at }: FlownAt, until: number): FlownAt => ({
  legs: legs.map((leg) => ({ ...leg, since: 0, until: until - at })),
  at,
});

/** A degree of latitude, metres; what lies further apart than the boxes say is not looked at. */
const reachOf = ({ legs }: FlownAt) => ({
  south: Math.min(...legs.map(({ from, to }) => Math.min(from.lat, to.lat))),
  north: Math.max(...legs.map(({ from, to }) => Math.max(from.lat, to.lat))),
});
const beyond = 0.01;

/**
 * Which of some flights come too close to one that is to begin at a moment. Flights of its own dock are not among them: a
 * dock lets one out after the other.
 */
export const closeNeighbours = async (
  ways: Ways,
  own: Way & { at: number; isSelf: (other: Neighbour) => boolean },
  all: readonly Neighbour[],
): Promise<GateInput['neighbours']> => {
  if (all.length > limits.separation.most) return 'tooMany';
  const legs = await ways.legsFrom(own);
  if (!legs) return 'placeUnknown';
  const mine: FlownAt = { legs, at: own.at };
  const { until } = airborneSpan(mine);
  const reach = reachOf(mine);
  const close = new Set<string>();
  let unknown = false;
  for (const other of all) {
    const at = other.at.getTime();
    if (other.dockOID === own.dockOID || own.isSelf(other) || at > until) continue;
    const otherLegs = await ways.legsFrom(other);
    if (!otherLegs) {
      unknown = true;
      continue;
    }
    const planned: FlownAt = { legs: otherLegs, at };
    const isOver = airborneSpan(planned).until < own.at;
    if (isOver && other.flightOID === null) continue;
    // Nobody reported its end: an aircraft that takes longer than planned may be anywhere on its way.
    const theirs = isOver ? anywhere(planned, until) : planned;
    const lies = reachOf(theirs);
    if (lies.north + beyond < reach.south || lies.south - beyond > reach.north) continue;
    if (comeClose(mine, theirs)) close.add(other.name);
  }
  if (close.size > 0) return { close: [...close] };
  return unknown ? 'placeUnknown' : { close: [] };
};
