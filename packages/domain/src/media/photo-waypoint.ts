import { distance } from '@eyrie/geometry';
import { z } from 'zod';
import { waypointBefore, type BreakPoint } from '../flight/break-point.ts';
import type { RouteLine, Waypoint } from '../route/route.ts';
import type { fixKinds, PhotoFacts } from './photo-facts.ts';

/** Place of a waypoint among those of all lines, from 0, or why it is not known. */
export const photoWaypoint = z.union([
  z.object({ place: z.number().int().min(0) }),
  z.object({ unknown: z.enum(['noRoute', 'noPlace', 'noneNear', 'twoAsNear']) }),
]);
export type PhotoWaypoint = z.output<typeof photoWaypoint>;

type Fix = (typeof fixKinds)[number];

export const photoWaypointRules = {
  /** Metres: a photo farther from every waypoint is of none of them. */
  most: 15,
  /** Metres by which every other waypoint is farther, by how well the photo knows its place. */
  clear: { fixed: 1, float: 2, single: 5, none: 10 } satisfies Record<Fix, number>,
  /** The same for heights, of waypoints that lie above each other. */
  clearHeight: 5,
} as const;

/** Where a photo was taken, degrees and metres; null: it does not say. */
export interface PhotoPlace {
  lng: number | null;
  lat: number | null;
  fix: Fix | null;
  /** Above the place of take-off. */
  relative: number | null;
  /** Above the sea and the ellipsoid. */
  altitude: number | null;
  ellipsoid: number | null;
}

/** Where a file was taken, by what is listed of it and what it says of itself. */
export const photoPlaceOf = ({
  lng,
  lat,
  relativeAltitude,
  facts,
}: Pick<PhotoPlace, 'lng' | 'lat'> & {
  relativeAltitude: number | null;
  facts: Pick<PhotoFacts, 'fix' | 'heights'> | null;
}): PhotoPlace => ({
  lng,
  lat,
  fix: facts?.fix ?? null,
  relative: facts?.heights.relative ?? relativeAltitude,
  altitude: facts?.heights.altitude ?? null,
  ellipsoid: facts?.heights.ellipsoid ?? null,
});

/** The route as a flight flew it. */
export interface FlownRoute {
  waypoints: readonly Pick<Waypoint, 'lng' | 'lat' | 'height' | 'heightMode'>[];
  /** Null: there is one, of all waypoints. */
  lines: readonly RouteLine[] | null;
  /** Where it took the route up; null: at its beginning. */
  startsAt: BreakPoint | null;
  /** Where it broke off, as its dock reported; null: it flew to the end, or nobody knows how far. */
  brokeOffAt: BreakPoint | null;
}

/** Places of the waypoints that a flight reached, the first and the last of them. */
export function flownSpan({ waypoints, lines, startsAt, brokeOffAt }: FlownRoute): [number, number] {
  const route = { lines, waypointCount: waypoints.length };
  const before = startsAt === null ? null : waypointBefore(route, startsAt);
  const last = brokeOffAt === null ? null : waypointBefore(route, brokeOffAt);
  // Whoever begins on a leg does not see the waypoint before it.
  const first = before === null ? 0 : before + ((startsAt?.progress ?? 0) > 0 ? 1 : 0);
  return [first, last ?? waypoints.length - 1];
}

/** Height of a photo above what the height of a waypoint is above; null: not to be compared. */
function heightLike(photo: PhotoPlace, mode: Waypoint['heightMode']): number | null {
  if (mode === 'relative') return photo.relative;
  // Above sea and ellipsoid only RTK knows a height well enough to tell levels apart.
  if (photo.fix !== 'fixed') return null;
  if (mode === 'altitude') return photo.altitude;
  return mode === 'ellipsoid' ? photo.ellipsoid : null;
}

interface Near {
  place: number;
  metres: number;
  /** Metres above or below; null: not known. */
  off: number | null;
}

/** The one of several waypoints above each other whose height is that of the photo; null: two are as near, or none is. */
function byHeight(near: readonly Near[]): Near | null {
  const known = near.flatMap(({ off, ...one }) => (off === null ? [] : [{ ...one, off }]));
  if (known.length < near.length) return null;
  const [first, second] = known.toSorted((a, b) => a.off - b.off);
  if (!first || !second || first.off > photoWaypointRules.most) return null;
  return second.off - first.off >= photoWaypointRules.clearHeight ? first : null;
}

const isPlace = (lng: number | null, lat: number | null): lng is number =>
  lng !== null &&
  lat !== null &&
  Math.abs(lng) <= 180 &&
  Math.abs(lat) <= 90 &&
  // What a receiver without a fix writes.
  (lng !== 0 || lat !== 0);

/**
 * The waypoint at which a photo was taken: the nearest one that its flight reached, at most `most` metres away level, where every other
 * one is clearly farther. Of waypoints above each other the height decides, where photo and route count it from the same zero.
 */
export function waypointOfPhoto(photo: PhotoPlace, route: FlownRoute): PhotoWaypoint {
  const { lng, lat } = photo;
  if (!isPlace(lng, lat) || lat === null) return { unknown: 'noPlace' };
  const [first, last] = flownSpan(route);
  const near: Near[] = [];
  for (let place = first; place <= last; place += 1) {
    const waypoint = route.waypoints[place];
    if (!waypoint) continue;
    const metres = distance({ lng, lat }, waypoint);
    const height = heightLike(photo, waypoint.heightMode);
    near.push({ place, metres, off: height === null ? null : Math.abs(height - waypoint.height) });
  }
  const nearest = near.reduce<Near | null>(
    (least, one) => (least && least.metres <= one.metres ? least : one),
    null,
  );
  if (!nearest || !(nearest.metres <= photoWaypointRules.most)) return { unknown: 'noneNear' };
  const clear = photoWaypointRules.clear[photo.fix ?? 'none'];
  const alike = near.filter(({ metres }) => metres - nearest.metres < clear);
  const found = alike.length === 1 ? nearest : byHeight(alike);
  return found ? { place: found.place } : { unknown: 'twoAsNear' };
}

/** AI types that are looked for; null: any. */
export type AskedTypes = readonly string[] | null;

/** What a waypoint says of findings. */
export interface WaypointAsks {
  /** Findings are looked for there. */
  ai: boolean;
  /** Of these types, beside those of the flight; missing: the waypoint names none. */
  aiTypes?: readonly string[] | undefined;
}

/**
 * AI types that are looked for on a photo: those of its flight and those of its waypoint. A waypoint that asks without naming a type
 * asks for those of the flight, and for any where the flight names none.
 * @param waypoint null: not known, so that the flight alone decides
 */
export function typesOnPhoto(flight: AskedTypes, waypoint: WaypointAsks | null): AskedTypes {
  if (flight === null || !waypoint?.ai) return flight;
  const { aiTypes = [] } = waypoint;
  if (aiTypes.length === 0) return flight.length > 0 ? flight : null;
  return [...new Set([...flight, ...aiTypes])];
}
