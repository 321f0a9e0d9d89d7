import type { CoverageBox, RouteCoverageFigures, RoutePlan, UnusedPhoto } from '@eyrie/domain';
import {
  comparedCoverage,
  distance,
  PlanningFault,
  sensorView,
  type Coverage,
  type PhotoView,
  type Place,
} from '@eyrie/geometry';
import { areaToCover, knownLevel } from './coverage.ts';
import type { PhotoSight } from './photo/photo-sight.ts';
import { sightRange } from './photo/ground-place.ts';
import { mappingCameraOf } from './resolve/mapping-camera.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import type { Ground } from './resolved.ts';
import { takenPhotos, type TakenPhoto } from './taken-photos.ts';

/** Cells in which one route is counted. */
const cellsMost = 10_000;
/** Boxes that draw one route. */
const boxesMost = 300;

const nothing: Pick<RouteCoverageFigures, 'promised' | 'seen' | 'cell' | 'ground' | 'gaps'> = {
  promised: null,
  seen: null,
  cell: null,
  ground: [],
  gaps: [],
};

/** How far photos may be taken from the middle of what is to be seen, metres. */
function reachOf(places: readonly Place[]): { middle: Place; metres: number } {
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  const between = (values: readonly number[]): number => {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
    return (low + high) / 2;
  };
  const middle = { lng: between(lngs), lat: between(lats) };
  let metres = 0;
  for (const place of places) metres = Math.max(metres, distance(middle, place));
  return { middle, metres: metres + sightRange };
}

/** Cells that are marked as few boxes: runs of a row, joined with the same run of the row before. */
function runsOf(marked: (column: number, row: number) => boolean, columns: number, rows: number) {
  const done: [number, number, number, number][] = [];
  let open = new Map<string, [number, number, number, number]>();
  for (let row = 0; row < rows; row += 1) {
    const next: typeof open = new Map();
    for (let column = 0; column < columns; column += 1) {
      if (!marked(column, row)) continue;
      const from = column;
      while (column < columns && marked(column, row)) column += 1;
      const key = `${from} ${column}`;
      const above = open.get(key);
      open.delete(key);
      next.set(key, above ? [above[0], above[1], above[2], row + 1] : [from, row, column, row + 1]);
    }
    done.push(...open.values());
    open = next;
  }
  return [...done, ...open.values()];
}

/** A decimetre, in degrees: figures of a month are kept with their boxes. */
const fine = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Boxes of the marked cells, coarser where they would be too many: a coarse cell with a marked one in it is marked. */
function boxesOf({ columns, rows, corners }: Coverage, marked: (at: number) => boolean): CoverageBox[] {
  const [{ lng: west, lat: south }, { lng, lat: north }] = corners;
  // Over the antimeridian the east is less than the west.
  const east = lng < west ? lng + 360 : lng;
  for (let step = 1; ; step *= 2) {
    const [wide, high] = [Math.ceil(columns / step), Math.ceil(rows / step)];
    const coarse = new Uint8Array(wide * high);
    for (let at = 0; at < columns * rows; at += 1)
      if (marked(at))
        coarse[Math.floor(Math.floor(at / columns) / step) * wide + Math.floor((at % columns) / step)] = 1;
    const runs = runsOf((column, row) => coarse[row * wide + column] === 1, wide, high);
    if (runs.length > boxesMost && step < columns * rows) continue;
    const x = (column: number): number => west + ((east - west) * Math.min(columns, column * step)) / columns;
    const y = (row: number): number => south + ((north - south) * Math.min(rows, row * step)) / rows;
    return runs.map(
      ([from, low, until, top]) => [x(from), y(low), x(until), y(top)].map(fine) as CoverageBox,
    );
  }
}

interface Sorted {
  readonly used: PhotoView[];
  readonly unused: RouteCoverageFigures['unused'];
}

/** Photos whose view is known, in the heights of the ground that is known; the others by what they lack. */
function sorted(
  photos: readonly (PhotoSight | UnusedPhoto)[],
  terrain: boolean,
  { middle, metres }: ReturnType<typeof reachOf>,
): Sorted {
  const used: PhotoView[] = [];
  const counts = new Map<UnusedPhoto, number>();
  const leave = (reason: UnusedPhoto): void => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  for (const photo of photos) {
    if (typeof photo === 'string') {
      leave(photo);
      continue;
    }
    const height = terrain ? photo.sea : photo.relative;
    if (height === null || !Number.isFinite(height)) leave('height');
    else if (distance(middle, photo) > metres) leave('elsewhere');
    else {
      const { lng, lat, heading, pitch, angles } = photo;
      used.push({ lng, lat, height, heading, pitch, angles });
    }
  }
  return { used, unused: [...counts].map(([reason, count]) => ({ reason, count })) };
}

const countedIn = (
  plan: RoutePlan,
  ground: Ground,
  { promise, terrain }: { promise: readonly TakenPhoto[]; terrain: boolean },
  used: readonly PhotoView[],
): Coverage =>
  comparedCoverage(
    {
      ground: areaToCover(plan),
      photos: promise.map((photo) => ({ ...photo, height: (terrain ? photo.sea : null) ?? photo.height })),
      angles: sensorView(mappingCameraOf(plan.settings.camera)),
      cells: cellsMost,
      range: sightRange,
      ...(terrain ? { heightAt: ground.height, level: knownLevel(promise, ground) } : {}),
    },
    used,
  );

/**
 * What a route promised to show, its area or else what its photos were to show, against what photos that were taken show of it.
 * Over known ground by heights above the sea, else by heights above the take-off over level ground.
 */
export function routeCoverage(
  plan: RoutePlan,
  ground: Ground,
  photos: readonly (PhotoSight | UnusedPhoto)[],
): RouteCoverageFigures {
  const promise = takenPhotos(plan, resolvePlan(plan, ground));
  const [first] = promise;
  if (!first) return { ...nothing, fault: 'noPhotos', terrain: false, used: 0, unused: [] };
  const terrain =
    promise.every(({ sea }) => sea !== null) && promise.some((photo) => ground.height(photo) !== null);
  const area = areaToCover(plan).flat(2);
  const { used, unused } = sorted(photos, terrain, reachOf(area.length > 0 ? area : promise));
  const about = { terrain, used: used.length, unused };
  // How far above the ground its photos were to be is not known.
  if (!terrain && area.length === 0 && plan.settings.heightMode !== 'relative')
    return { ...nothing, fault: 'noGround', ...about };
  try {
    const counted = countedIn(plan, ground, { promise, terrain }, used);
    const { cell, area: promised, uncovered, inside, counts } = counted;
    const isGround = (at: number): boolean => inside[at] === 1;
    return {
      promised,
      seen: promised - uncovered,
      fault: null,
      cell,
      ground: boxesOf(counted, isGround),
      gaps: boxesOf(counted, (at) => isGround(at) && counts[at] === 0),
      ...about,
    };
  } catch (error) {
    if (error instanceof PlanningFault) return { ...nothing, fault: 'tooLarge', ...about };
    throw error;
  }
}
