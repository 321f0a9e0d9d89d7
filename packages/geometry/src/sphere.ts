/** A place on the ground, WGS-84 degrees. */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** A place with a height in metres. Which plane the height counts from is the caller's business. */
export interface PlaceAtHeight extends Place {
  readonly height: number;
}

/** The box around a set of places, degrees. `west` is greater than `east` when it crosses the antimeridian. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * Metres. DJI planning software measures on this sphere, so lengths agree with the figures in its files;
 * the mean radius 6 371 008.8 that map libraries use is 1.38 parts per million longer.
 */
export const earthRadius = 6_371_000;

const degree = Math.PI / 180;

/** Brings an angle into −180 (included) … 180 (excluded), degrees. Used for longitudes. */
export function wrapLongitude(lng: number): number {
  const turned = (((lng + 180) % 360) + 360) % 360;
  return turned - 180;
}

/** Brings an angle into −180 (excluded) … 180 (included), degrees: the range of headings in route files. */
export function normaliseHeading(heading: number): number {
  const wrapped = wrapLongitude(heading);
  return wrapped === -180 ? 180 : wrapped + 0;
}

/** Horizontal distance in metres by the haversine formula, exact also for neighbours centimetres apart. */
export function distance(from: Place, to: Place): number {
  const halfLat = ((to.lat - from.lat) * degree) / 2;
  const halfLng = ((to.lng - from.lng) * degree) / 2;
  const h =
    Math.sin(halfLat) ** 2 + Math.cos(from.lat * degree) * Math.cos(to.lat * degree) * Math.sin(halfLng) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Length of a straight leg in metres, with the climb or descent. */
export function legLength(from: PlaceAtHeight, to: PlaceAtHeight): number {
  return Math.hypot(distance(from, to), to.height - from.height);
}

/** Length of a line through the places in metres, each leg with its height difference. 0 below two places. */
export function pathLength(path: readonly PlaceAtHeight[]): number {
  return legLengths(path).reduce((sum, leg) => sum + leg, 0);
}

/** The length of every leg in metres: one number fewer than places. */
export function legLengths(path: readonly PlaceAtHeight[]): number[] {
  return path.slice(1).map((to, i) => legLength(path[i] as PlaceAtHeight, to));
}

/** Azimuth of the great circle at its start: degrees clockwise from north, 0 (included) … 360 (excluded). */
export function bearing(from: Place, to: Place): number {
  const fromLat = from.lat * degree;
  const toLat = to.lat * degree;
  const turn = (to.lng - from.lng) * degree;
  const y = Math.sin(turn) * Math.cos(toLat);
  const x = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(turn);
  return (((Math.atan2(y, x) / degree) % 360) + 360) % 360;
}

/** The place `metres` away on the azimuth `bearingDegrees`: the direct problem on the sphere. */
export function destination(from: Place, bearingDegrees: number, metres: number): Place {
  const arc = metres / earthRadius;
  const azimuth = bearingDegrees * degree;
  const fromLat = from.lat * degree;
  const sinLat = Math.sin(fromLat) * Math.cos(arc) + Math.cos(fromLat) * Math.sin(arc) * Math.cos(azimuth);
  const east = Math.sin(azimuth) * Math.sin(arc) * Math.cos(fromLat);
  const north = Math.cos(arc) - Math.sin(fromLat) * sinLat;
  return {
    lng: wrapLongitude(from.lng + Math.atan2(east, north) / degree),
    lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) / degree,
  };
}

/**
 * The place at a share 0…1 of the leg, height included. Shares outside are held at the ends, so that a late
 * clock never flies past a waypoint.
 */
export function interpolate(from: PlaceAtHeight, to: PlaceAtHeight, share: number): PlaceAtHeight {
  if (share <= 0) return { lng: from.lng, lat: from.lat, height: from.height };
  if (share >= 1) return { lng: to.lng, lat: to.lat, height: to.height };
  const place = destination(from, bearing(from, to), distance(from, to) * share);
  return { ...place, height: from.height + (to.height - from.height) * share };
}

/** The place `metres` along the line, its leg (0 based) and that leg's azimuth. Null below two places. */
export function along(
  path: readonly PlaceAtHeight[],
  metres: number,
): { place: PlaceAtHeight; leg: number; bearing: number } | null {
  const lengths = legLengths(path);
  let rest = Math.max(0, metres);
  for (const [leg, length] of lengths.entries()) {
    const last = leg === lengths.length - 1;
    if (rest <= length || last) {
      const from = path[leg] as PlaceAtHeight;
      const to = path[leg + 1] as PlaceAtHeight;
      return {
        place: interpolate(from, to, length > 0 ? rest / length : 1),
        leg,
        bearing: bearing(from, to),
      };
    }
    rest -= length;
  }
  return null;
}

/** The smallest box around the places, the short way round the antimeridian. Null without places. */
export function bounds(places: readonly Place[]): Bounds | null {
  if (places.length === 0) return null;
  let south = Infinity;
  let north = -Infinity;
  for (const { lat } of places) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const { west, east } = shortestSpan(places);
  return { west, south, east, north };
}

/** The box of longitudes is what remains after cutting out the widest empty gap of the circle. */
function shortestSpan(places: readonly Place[]): { west: number; east: number } {
  const sorted = places.map((place) => place.lng).toSorted((a, b) => a - b);
  const first = sorted[0] as number;
  const last = sorted.at(-1) as number;
  let widest = first + 360 - last;
  let span = { west: first, east: last };
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1] as number;
    const after = sorted[i] as number;
    if (after - before > widest) {
      widest = after - before;
      span = { west: after, east: before };
    }
  }
  return span;
}
