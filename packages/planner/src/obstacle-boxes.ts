import type { RoutePlan } from '@eyrie/domain';
import { distance, wrapLongitude, type Bounds, type Place } from '@eyrie/geometry';
import { frameBounds, groundGridFor } from './ground-grid.ts';
import { homewardPoints } from './return-ground.ts';
import { placeOnLeg } from './samples.ts';

/** Degrees of the squares of which the boxes are made: what is asked stays the same while a point is dragged a little. */
const side = 0.002;
/** Metres beside a leg that belong to it. */
const beside = 60;
const degree = 111_000;
/** Boxes and squares at most; of a longer way it is asked in one piece. */
const most = { boxes: 400, squares: 20_000 };

const columnOf = (lng: number): number => Math.floor((wrapLongitude(lng) + 180) / side);
const rowOf = (lat: number): number => Math.floor((lat + 90) / side);

/**
 * Places in the order in which a plan of points is flown, out and home too.
 * @param homeward with the straight ways home that it may take from its points
 */
function flownPlaces({ points, settings: { takeOff } }: RoutePlan, homeward: boolean): Place[] {
  const all: Place[] = takeOff ? [takeOff, ...points, takeOff] : [...points];
  if (takeOff && homeward) all.push(...homewardPoints(points).flatMap((point) => [point, takeOff]));
  return all.filter(({ lng, lat }) => Math.abs(lng) <= 180 && Math.abs(lat) <= 89);
}

/** Squares that a way touches, as `row` → columns; null: they are too many. */
function squaresUnder(places: readonly Place[]): Map<number, Set<number>> | null {
  const squares = new Map<number, Set<number>>();
  let count = 0;
  const add = ({ lng, lat }: Place): void => {
    const narrow = beside / degree / Math.max(0.02, Math.cos((lat * Math.PI) / 180));
    for (const up of [-beside / degree, 0, beside / degree])
      for (const across of [-narrow, 0, narrow]) {
        const row = rowOf(lat + up);
        const columns = squares.get(row) ?? new Set<number>();
        squares.set(row, columns);
        const before = columns.size;
        columns.add(columnOf(lng + across));
        count += columns.size - before;
      }
  };
  for (const [at, to] of places.entries()) {
    add(to);
    const from = places[at - 1];
    if (!from) continue;
    const ground = distance(from, to);
    const steps = Math.ceil(ground / 50);
    if (count + steps / 4 > most.squares) return null;
    const place = placeOnLeg({ from: { ...from, sea: null }, to: { ...to, sea: null }, ground });
    for (let step = 1; step < steps; step += 1) add({ ...place(step / steps) });
  }
  return count > most.squares ? null : squares;
}

function boxesOf(squares: ReadonlyMap<number, ReadonlySet<number>>): Bounds[] {
  const boxes: Bounds[] = [];
  const box = (row: number, first: number, last: number): Bounds => ({
    west: Math.max(-180, first * side - 180),
    east: Math.min(180, (last + 1) * side - 180),
    south: Math.max(-90, row * side - 90),
    north: Math.min(90, (row + 1) * side - 90),
  });
  for (const [row, columns] of squares) {
    const sorted = [...columns].toSorted((a, b) => a - b);
    let first = sorted[0] as number;
    for (const [at, column] of sorted.entries())
      if (sorted[at + 1] !== column + 1) {
        boxes.push(box(row, first, column));
        first = sorted[at + 1] as number;
      }
  }
  return boxes;
}

/** The same box on whole squares; over the antimeridian as two. */
function rounded({ west, east, south, north }: Bounds): Bounds[] {
  const [low, high] = [rowOf(south) * side - 90, (rowOf(north) + 1) * side - 90];
  const rows = { south: Math.max(-90, low), north: Math.min(90, high) };
  const [left, right] = [columnOf(west) * side - 180, (columnOf(east) + 1) * side - 180];
  if (left < right) return [{ ...rows, west: left, east: Math.min(180, right) }];
  return [
    { ...rows, west: left, east: 180 },
    { ...rows, west: -180, east: right },
  ];
}

/**
 * Where it has to be known what stands on the ground before a plan can be judged: about its way, or over all of an area. Empty
 * where nothing is drawn. Editor and server ask for the same.
 * @param homeward also about the straight ways home from its points, as a flight is judged
 */
export function obstacleBoxes(plan: RoutePlan, homeward = false): Bounds[] {
  if (plan.type === 'waypoint' || plan.type === 'waypointMapping') {
    const squares = squaresUnder(flownPlaces(plan, homeward));
    const boxes = squares ? boxesOf(squares) : [];
    if (squares && boxes.length <= most.boxes) return boxes;
  }
  const frame = groundGridFor(plan, { room: 100 });
  return frame ? rounded(frameBounds(frame)) : [];
}
