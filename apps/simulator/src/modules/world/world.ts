import type { Place, PlanePoint } from '@eyrie/geometry';
import { openCover, type Cover } from './cover.ts';
import { groundHeight } from './height.ts';
import { cellNoise, smoothNoise } from '../../platform/noise.ts';
import { awayFrom, mastHeight, mastLines, plane, roads, sitePoint, substation, village } from './plan.ts';

/** A building on a rectangle that is turned; heights above the ellipsoid. */
export interface Building extends PlanePoint {
  /** Metres along and across its ridge. */
  readonly long: number;
  readonly wide: number;
  /** Radians from east, against the clock. */
  readonly turn: number;
  readonly base: number;
  /** Where its walls end; a flat roof is there. */
  readonly eaves: number;
  readonly ridge: number;
  /** Red, green, blue of its roof. */
  readonly roof: readonly [number, number, number];
}
export interface Mast extends PlanePoint {
  readonly base: number;
  readonly top: number;
  /** Direction of its line, radians from east. */
  readonly turn: number;
}

export interface World {
  readonly seed: number;
  /** Metres above the WGS-84 ellipsoid, of the ground without what stands on it. */
  heightAt(place: Place): number;
  coverAt(place: Place): Cover;
  /** The roof at a place, or the ground where there is none; metres above the ellipsoid. */
  standAt(place: Place): number;
  buildings(): readonly Building[];
  /** Line by line; wires hang between neighbours of a line. */
  masts(): readonly (readonly Mast[])[];
  ground(east: number, north: number): number;
}

const roofs = [
  [158, 92, 74],
  [146, 84, 70],
  [170, 108, 84],
  [122, 118, 116],
  [136, 104, 92],
] as const;

/** Metres from the middle of a building to a point, along and across it. */
export const inBuilding = (
  { east, north, turn }: PlanePoint & { turn: number },
  at: PlanePoint,
): { along: number; across: number } => {
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const right = at.east - east;
  const up = at.north - north;
  return { along: right * cos + up * sin, across: up * cos - right * sin };
};

type Ground = (east: number, north: number) => number;
const flat = (
  ground: Ground,
  at: PlanePoint,
  [long, wide, tall]: readonly [number, number, number],
  turn: number,
): Building => {
  const base = ground(at.east, at.north);
  const eaves = Math.round((base + tall) * 10) / 10;
  return { ...at, long, wide, turn, base, eaves, ridge: eaves, roof: [176, 178, 176] };
};

/** The halls that the docks stand on, and what is around them. */
const halls = (ground: Ground): Building[] => {
  const beside = (name: 'east' | 'west' | 'south', east: number, north: number): PlanePoint => {
    const at = sitePoint(name);
    return { east: at.east + east, north: at.north + north };
  };
  return [
    flat(ground, sitePoint('east'), [26, 16, 7.5], 0.35),
    flat(ground, beside('east', 34, -8), [18, 10, 5], 0.35),
    flat(ground, sitePoint('west'), [24, 15, 7], -0.2),
    flat(ground, beside('west', 30, 12), [14, 11, 5], -0.2),
    flat(ground, sitePoint('south'), [30, 18, 8], 0.1),
    flat(ground, beside('south', 4, 34), [20, 12, 6], 0.1),
    flat(ground, beside('south', 30, -26), [16, 10, 4.5], 0.1),
    flat(ground, sitePoint('substation'), [22, 13, 6], 0),
    flat(ground, { east: substation.west + 40, north: substation.north - 22 }, [16, 9, 5], 0),
    flat(ground, { east: substation.west + 30, north: substation.south + 24 }, [9, 6, 4], 0),
    flat(ground, { east: substation.west + 50, north: substation.south + 24 }, [9, 6, 4], 0),
  ];
};

/** Houses along the lanes of the village, none on a road. */
const houses = (ground: Ground, seed: number): Building[] => {
  const built: Building[] = [];
  const lane = { along: 27, across: 33 };
  for (let north = village.south; north < village.north; north += lane.across)
    for (let east = village.west; east < village.east; east += lane.along) {
      const draw = (kind: number) => cellNoise(Math.round(east), Math.round(north), seed + kind);
      const at = { east: east + 6 * draw(11), north: north + 5 * draw(12) };
      const spread = smoothNoise(east / 150, north / 150, seed + 13);
      if (draw(10) < 0.2 || spread < -0.45) continue;
      if (roads.some((road) => awayFrom(road.points, at.east, at.north) < road.half + 11)) continue;
      const base = ground(at.east, at.north);
      const long = 11 + 7 * draw(14);
      const wide = 7.5 + 3 * draw(15);
      const eaves = base + 3.4 + 2.4 * draw(16);
      const turn = 0.12 + 0.1 * (draw(17) - 0.5) + (draw(18) < 0.16 ? Math.PI / 2 : 0);
      const roof = roofs[Math.floor(draw(19) * roofs.length)] ?? roofs[0];
      built.push({ ...at, long, wide, turn, base, eaves, ridge: eaves + 0.32 * wide, roof });
    }
  return built;
};

const mastsOn = (ground: Ground): Mast[][] =>
  mastLines.map((line) =>
    line.map((at, index) => {
      const next = line[index + 1] ?? at;
      const last = line[index - 1] ?? at;
      const base = ground(at.east, at.north);
      const turn = Math.atan2(next.north - last.north, next.east - last.east);
      return { ...at, base, top: base + mastHeight, turn };
    }),
  );

/** The land of the simulator, the same for the same seed. */
export function createWorld(seed: number): World {
  const ground = groundHeight(seed);
  const buildings = [...halls(ground), ...houses(ground, seed)];
  const masts = mastsOn(ground);
  const buildingAt = (at: PlanePoint): Building | undefined =>
    buildings.find((one) => {
      const { along, across } = inBuilding(one, at);
      return Math.abs(along) <= one.long / 2 && Math.abs(across) <= one.wide / 2;
    });
  return {
    seed,
    ground,
    buildings: () => buildings,
    masts: () => masts,
    heightAt: (place) => {
      const { east, north } = plane.toPlane(place);
      return ground(east, north);
    },
    standAt: (place) => {
      const at = plane.toPlane(place);
      return buildingAt(at)?.eaves ?? Math.round(ground(at.east, at.north) * 10) / 10;
    },
    coverAt: (place) => {
      const at = plane.toPlane(place);
      if (buildingAt(at)) return 'building';
      if (roads.some((road) => awayFrom(road.points, at.east, at.north) < road.half)) return 'road';
      return openCover(at, seed);
    },
  };
}
