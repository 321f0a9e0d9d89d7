import { localPlane } from './plane.ts';
import { distance, earthRadius, wrapLongitude, type Place } from './sphere.ts';

/** Metres across up to which a ring is flat to better than one part in ten thousand. */
const flatUpTo = 50_000;
const degree = Math.PI / 180;

/** Area of a simple ring by the cross products of its corners in a plane about its first one. */
const flatArea = (ring: readonly Place[], origin: Place): number => {
  const plane = localPlane(origin);
  const points = ring.map((place) => plane.toPlane(place));
  return points.reduce((sum, point, at) => {
    const next = points[(at + 1) % points.length] ?? point;
    return sum + (point.east * next.north - next.east * point.north) / 2;
  }, 0);
};

/** Area on the sphere: R²/2 · Σ Δλ · (2 + sin φ₁ + sin φ₂) (Chamberlain and Duquette 2007). */
const roundArea = (ring: readonly Place[]): number =>
  ring.reduce((sum, place, at) => {
    const next = ring[(at + 1) % ring.length] ?? place;
    const turn = wrapLongitude(next.lng - place.lng) * degree;
    return (
      sum + (earthRadius ** 2 / 2) * turn * (2 + Math.sin(place.lat * degree) + Math.sin(next.lat * degree))
    );
  }, 0);

/**
 * Area in m² of a simple ring, whichever way round it goes and whether or not its last corner repeats the first. Fewer
 * than three corners have none. Up to 50 km across it is computed in a plane, above that on the sphere.
 */
export function ringArea(ring: readonly Place[]): number {
  const [first] = ring;
  if (!first || ring.length < 3) return 0;
  const mean = ring.reduce((sum, { lat }) => sum + lat, 0) / ring.length;
  const wide = ring.some((place) => distance(first, place) > flatUpTo);
  return Math.abs(wide ? roundArea(ring) : flatArea(ring, { lng: first.lng, lat: mean }));
}
