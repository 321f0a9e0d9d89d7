import {
  gateRegionOf,
  checkRegionRules,
  type DrawnRegion,
  type FlownLeg,
  type HeightRange,
  type RegionVerdict,
  type Waypoint,
} from '@eyrie/domain';
import type { Place, PlaceAtHeight } from '@eyrie/geometry';
import { meanSeaLevel } from 'egm96-universal';

/** A flight as far as regions are concerned. */
export interface RegionFlight {
  /** Metres above the ellipsoid; null: the dock did not tell where it is. */
  dock: (Place & { height: number | null }) | null;
  alternate: Place | null;
  /** The route as its file has it; null: it is gone. */
  route: {
    waypoints: readonly Pick<Waypoint, 'lng' | 'lat' | 'height'>[];
    heightMode: string;
    takeOffSecurityHeight: number;
  } | null;
  /** Metres above take-off. */
  returnAltitude: number;
  from: number;
  until: number;
}

const range = (...heights: readonly number[]): HeightRange => [Math.min(...heights), Math.max(...heights)];
const raised = ([low, high]: HeightRange, by: number): HeightRange => [low + by, high + by];

/** Heights of a leg between two points of a route, above sea and ground as far as the mode lets them be known. */
const onRoute = (
  from: PlaceAtHeight,
  to: PlaceAtHeight,
  mode: string,
  takeOffSea: number | null,
): FlownLeg['heights'] => {
  const heights = range(from.height, to.height);
  switch (mode) {
    case 'relative':
      return { sea: takeOffSea === null ? null : raised(heights, takeOffSea), ground: null };
    case 'altitude':
      return { sea: heights, ground: null };
    case 'ellipsoid':
      return {
        sea: range(from.height - meanSeaLevel(from.lat, from.lng), to.height - meanSeaLevel(to.lat, to.lng)),
        ground: null,
      };
    default:
      return { sea: null, ground: heights };
  }
};

/** Metres that a point of the route lies above take-off; null: not known. */
const overTakeOff = (
  { lng, lat, height }: PlaceAtHeight,
  mode: string,
  takeOffSea: number | null,
): number | null => {
  if (mode === 'relative') return height;
  if (takeOffSea === null) return null;
  if (mode === 'altitude') return height - takeOffSea;
  return mode === 'ellipsoid' ? height - meanSeaLevel(lat, lng) - takeOffSea : null;
};

/**
 * Every leg as it is flown. Out: up over the dock to the safe take-off height and across to the first point. Back: at
 * the return height, or at that of the last point where it is higher, and down over the dock. Only the way from and to
 * the dock goes down to the ground.
 */
export function legsOf({
  dock,
  route,
  returnAltitude,
}: Pick<RegionFlight, 'dock' | 'route' | 'returnAltitude'>): FlownLeg[] | null {
  const first = route?.waypoints[0];
  const last = route?.waypoints.at(-1);
  if (!dock || !route || !first || !last) return null;
  const { heightMode: mode, takeOffSecurityHeight, waypoints } = route;
  const takeOffSea = dock.height === null ? null : dock.height - meanSeaLevel(dock.lat, dock.lng);
  const between = (point: PlaceAtHeight, least: number): FlownLeg['heights'] => {
    const height = overTakeOff(point, mode, takeOffSea);
    if (height === null || takeOffSea === null) return { sea: null, ground: null };
    return { sea: raised(range(height, least), takeOffSea), ground: null };
  };
  const upright = (point: PlaceAtHeight, least: number): FlownLeg['heights'] => {
    const height = overTakeOff(point, mode, takeOffSea);
    const over = height === null ? null : range(0, height, least);
    // Above the dock itself the ground is where the dock stands.
    return { sea: over && takeOffSea !== null ? raised(over, takeOffSea) : null, ground: over };
  };
  const home = `${waypoints.length}→⌂`;
  return [
    { name: '⌂', from: dock, to: dock, heights: upright(first, takeOffSecurityHeight) },
    { name: '⌂→1', from: dock, to: first, heights: between(first, takeOffSecurityHeight) },
    ...waypoints.slice(1).map((to, at): FlownLeg => {
      const from = waypoints[at] as PlaceAtHeight;
      return { name: `${at + 1}→${at + 2}`, from, to, heights: onRoute(from, to, mode, takeOffSea) };
    }),
    { name: home, from: last, to: dock, heights: between(last, returnAltitude) },
    { name: home, from: dock, to: dock, heights: upright(last, returnAltitude) },
  ];
}

/** What the regions of a department have against a flight. */
export const regionVerdict = (rules: readonly DrawnRegion[], flight: RegionFlight): RegionVerdict =>
  legsVerdict(rules, { ...flight, legs: legsOf(flight) });

/** The same of a flight whose legs are known: of the rest of one, as it is flown from where the aircraft is. */
export const legsVerdict = (
  rules: readonly DrawnRegion[],
  {
    dock,
    alternate,
    legs,
    from,
    until,
  }: Pick<RegionFlight, 'dock' | 'alternate' | 'from' | 'until'> & { legs: readonly FlownLeg[] | null },
): RegionVerdict =>
  checkRegionRules({
    regions: rules
      .filter(({ kind }) => kind !== 'alternateLanding')
      .flatMap((one) => gateRegionOf(one) ?? []),
    legs,
    landings: [
      ...(dock ? [{ name: '⌂', at: dock }] : []),
      ...(alternate ? [{ name: '⚑', at: alternate }] : []),
    ],
    from,
    until,
  });
