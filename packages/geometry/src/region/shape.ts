import { destination, distance, wrapLongitude, type Place } from '../sphere.ts';

/** What somebody drew on the ground. Metres and WGS-84 degrees; rings are closed or not, the first one is the edge. */
export type RegionShape =
  | { readonly type: 'point'; readonly at: Place }
  | { readonly type: 'line'; readonly path: readonly Place[] }
  | { readonly type: 'polygon'; readonly rings: readonly (readonly Place[])[] }
  | { readonly type: 'circle'; readonly at: Place; readonly radius: number }
  | { readonly type: 'corridor'; readonly path: readonly Place[]; readonly width: number };

/** The box around a shape, degrees. `west` lies in −180…180, `east` beyond 180 where it crosses the antimeridian. */
export interface ShapeBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Places in their order, each longitude less than half a turn from the one before: a line over ±180° goes on. */
export function unwrapped(path: readonly Place[]): Place[] {
  const places: Place[] = [];
  let before: number | undefined;
  for (const { lng, lat } of path) {
    before = before === undefined ? lng : before + wrapLongitude(lng - before);
    places.push({ lng: before, lat });
  }
  return places;
}

/** A place by a longitude that is less than half a turn from another. */
export const besideLongitude = (place: Place, lng: number): Place => ({
  lng: lng + wrapLongitude(place.lng - lng),
  lat: place.lat,
});

/** The ring without its closing place, without places that repeat the one before (1e-9°), in one turn of longitudes. */
export function openRing(ring: readonly Place[]): Place[] {
  const places = unwrapped(ring).filter(
    (place, at, all) => at === 0 || !samePlace(place, all[at - 1] as Place),
  );
  const first = places[0];
  while (places.length > 1 && first && samePlace(first, places.at(-1) as Place)) places.pop();
  return places;
}

/** Within 1e-9° (0.1 mm), also over ±180°. */
export const samePlace = (a: Place, b: Place): boolean =>
  Math.abs(wrapLongitude(a.lng - b.lng)) < 1e-9 && Math.abs(a.lat - b.lat) < 1e-9;

/** Every place that a shape is drawn by. */
export const placesOf = (shape: RegionShape): readonly Place[] => {
  if ('rings' in shape) return shape.rings.flat();
  return 'path' in shape ? shape.path : [shape.at];
};

/** How many different places a shape is drawn by: what only closes a ring is none. */
export const countPlaces = (shape: RegionShape): number =>
  'rings' in shape
    ? shape.rings.reduce((sum, ring) => sum + openRing(ring).length, 0)
    : placesOf(shape).length;

/** How far a shape reaches beyond the places that it is drawn by, metres. */
const reachOf = (shape: RegionShape): number =>
  shape.type === 'circle' ? shape.radius : shape.type === 'corridor' ? shape.width / 2 : 0;

/** The box around a shape with what it reaches beyond its places. Null without a place. */
export function shapeBounds(shape: RegionShape): ShapeBounds | null {
  const places = unwrapped('rings' in shape ? (shape.rings[0] ?? []) : placesOf(shape));
  if (places.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lng, lat } of places) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const reach = reachOf(shape);
  if (reach > 0) {
    south = Math.max(-90, destination({ lng: 0, lat: south }, 180, reach).lat);
    north = Math.min(90, destination({ lng: 0, lat: north }, 0, reach).lat);
    const narrowest = Math.max(Math.abs(south), Math.abs(north));
    const side = Math.min(
      180,
      (reach / Math.max(1e-9, distance({ lng: 0, lat: narrowest }, { lng: 1, lat: narrowest }))) * 1.001,
    );
    west -= side;
    east += side;
  }
  const turn = Math.floor((west + 180) / 360) * 360;
  return { west: west - turn, south, east: Math.min(east - turn, west - turn + 360), north };
}
