import type { Place, PlanePoint } from '@eyrie/geometry';
import { plane } from './plan.ts';
import { inBuilding, type Building, type World } from './world.ts';

/** Millimetres within which sensors find something. */
export const sensorReach = 60_000;
const reach = sensorReach / 1_000;
/** Sensors are not pressed against a wall: nothing is measured nearer, mm. */
const nearest = 100;
/** Half the width of a mast where its arms are not counted, metres. */
const mastHalf = 0.75;

/** A wall upright on a rectangle. */
type Box = Pick<Building, 'east' | 'north' | 'turn' | 'long' | 'wide'>;

/** Metres along a level ray until a box begins; null: it does not meet it. @param way radians from east, against the clock */
const untilBox = (box: Box, from: PlanePoint, way: number): number | null => {
  const { along, across } = inBuilding(box, from);
  const turned = way - box.turn;
  let [enter, leave] = [0, Infinity];
  for (const [at, step, half] of [
    [along, Math.cos(turned), box.long / 2],
    [across, Math.sin(turned), box.wide / 2],
  ] as const) {
    if (Math.abs(step) < 1e-9) {
      if (Math.abs(at) > half) return null;
      continue;
    }
    const [one, other] = [(-half - at) / step, (half - at) / step];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave ? enter : null;
};

const cornerReach = ({ long, wide }: Box): number => reach + Math.hypot(long, wide) / 2;

/** What stands as high as an aircraft flies, near enough to be found. */
const standing = (world: World, at: PlanePoint, height: number): Box[] => {
  const isNear = (box: Box): boolean =>
    Math.hypot(box.east - at.east, box.north - at.north) <= cornerReach(box);
  const masts = world
    .masts()
    .flat()
    .filter(({ base, top }) => height > base && height < top)
    .map(({ east, north, turn }) => ({ east, north, turn, long: 2 * mastHalf, wide: 2 * mastHalf }));
  const walls = world.buildings().filter(({ base, ridge }) => height > base && height < ridge);
  return [...walls, ...masts].filter(isNear);
};

const millimetres = (metres: number): number =>
  Math.max(nearest, Math.min(sensorReach, Math.round(metres * 1_000)));

/**
 * What an aircraft finds around itself, as docks report it: millimetres, one for each degree clockwise from its nose, empty
 * where nothing is within reach.
 * @param height metres above the ellipsoid
 * @param head degrees clockwise from true north
 */
export const obstaclesAround = (world: World, place: Place, height: number, head: number): number[] => {
  const at = plane.toPlane(place);
  const boxes = standing(world, at, height);
  if (boxes.length === 0) return [];
  const around = Array.from({ length: 360 }, (_, degree) => {
    const way = ((90 - head - degree) * Math.PI) / 180;
    return millimetres(Math.min(...boxes.map((box) => untilBox(box, at, way) ?? reach)));
  });
  return around.every((one) => one === sensorReach) ? [] : around;
};

/** Millimetres down to a roof or to the ground. @param height metres above the ellipsoid */
export const belowOf = (world: World, place: Place, height: number): number =>
  millimetres(height - world.standAt(place));
