import { ellipsoidal, type CloudSystem } from './las-system.ts';
import type { Triple } from './las-file.ts';
import type { Cube } from './cloud-tree.ts';

/** Half the longer axis of WGS-84, metres, and the square of its eccentricity. */
const [axis, squared] = [6_378_137, 6.694_379_990_141_3e-3];

/** Metres from the middle of the Earth. @param lng,lat degrees @param height metres above the ellipsoid */
const fromCentre = (lng: number, lat: number, height: number): [number, number, number] => {
  const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
  const across = axis / Math.sqrt(1 - squared * Math.sin(p) ** 2);
  const flat = (across + height) * Math.cos(p);
  return [flat * Math.cos(l), flat * Math.sin(l), (across * (1 - squared) + height) * Math.sin(p)];
};

/** East, north and up at one place, metres. */
export interface Frame {
  /** Column by column, as 3D Tiles write a transform. */
  transform: number[];
  toLocal(lng: number, lat: number, height: number): Triple;
}

export function frameAt(lng: number, lat: number, height: number): Frame {
  const origin = fromCentre(lng, lat, height);
  const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
  const east = [-Math.sin(l), Math.cos(l), 0];
  const north = [-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)];
  const up = [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  const along = (direction: readonly number[], by: readonly number[]): number =>
    direction.reduce((sum, one, at) => sum + one * (by[at] ?? 0), 0);
  return {
    transform: [...east, 0, ...north, 0, ...up, 0, ...origin, 1],
    toLocal(toLng, toLat, toHeight) {
      const by = fromCentre(toLng, toLat, toHeight).map((one, at) => one - (origin[at] ?? 0));
      return [along(east, by), along(north, by), along(up, by)];
    },
  };
}

/** Parts of a side of the grid that places in between are taken from. */
const parts = 16;

/**
 * Local places of a node from a grid over it: exact at its corners, in between off by less than the square of a step over eight
 * radii of the Earth, which is a centimetre for a node of ten kilometres. Along the height all is straight.
 */
export function localGrid(
  frame: Frame,
  system: CloudSystem,
  west: number,
  south: number,
  side: Cube,
  level: number,
) {
  const corners = parts + 1;
  const stepX = side.side / side.metres[0] / 2 ** level / parts;
  const stepY = side.side / side.metres[1] / 2 ** level / parts;
  const low = new Float64Array(corners * corners * 3);
  const rise = new Float64Array(corners * corners * 3);
  const lift = new Float64Array(corners * corners);
  for (let row = 0; row < corners; row += 1)
    for (let column = 0; column < corners; column += 1) {
      const at = row * corners + column;
      const place = system.projection.toDegrees([west + column * stepX, south + row * stepY]);
      const base = ellipsoidal(system, 0, place);
      const bottom = frame.toLocal(place[0], place[1], base);
      const top = frame.toLocal(place[0], place[1], base + 1_000);
      low.set(bottom, at * 3);
      rise.set(
        [0, 1, 2].map((one) => ((top[one] ?? 0) - (bottom[one] ?? 0)) / 1_000),
        at * 3,
      );
      lift[at] = base;
    }
  /** @param into takes from `to` on east, north, up and the height above the ellipsoid, metres */
  return (x: number, y: number, z: number, into: Float64Array, to: number): void => {
    const [u, v] = [(x - west) / stepX, (y - south) / stepY];
    const column = Math.min(parts - 1, Math.max(0, Math.floor(u)));
    const row = Math.min(parts - 1, Math.max(0, Math.floor(v)));
    const [a, b] = [u - column, v - row];
    const at = row * corners + column;
    const height = z * system.unit;
    let [east, north, up, base] = [0, 0, 0, 0];
    for (let one = 0; one < 4; one += 1) {
      const weight = ((one & 1) === 0 ? 1 - a : a) * (one < 2 ? 1 - b : b);
      const corner = at + (one & 1) + (one < 2 ? 0 : corners);
      const from = corner * 3;
      east += weight * ((low[from] as number) + (rise[from] as number) * height);
      north += weight * ((low[from + 1] as number) + (rise[from + 1] as number) * height);
      up += weight * ((low[from + 2] as number) + (rise[from + 2] as number) * height);
      base += weight * (lift[corner] as number);
    }
    into[to] = east;
    into[to + 1] = north;
    into[to + 2] = up;
    into[to + 3] = base + height;
  };
}
