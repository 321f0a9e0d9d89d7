import type { PlanAction, PlanCamera, RoutePlan } from '@eyrie/domain';
import { pathLength } from '@eyrie/geometry';
import { lineTime } from '../motion.ts';
import type { PhotoFigures, ResolvedLine, ResolvedPoint } from '../resolved.ts';

/** Metres of ground along the course on a photo from this far away. */
const footprintAlong = ({ sensorH, focalLength }: PlanCamera, metres: number): number =>
  (metres * sensorH) / focalLength;

/** Metres a pixel of what is this far away. */
export const sampleDistance = ({ sensorW, focalLength, imageW }: PlanCamera, metres: number): number =>
  (metres * sensorW) / (focalLength * imageW);

/** Seconds between two photos at equal distances at least, whatever faster the camera is: the interval exceeds the speed. */
const leastSeconds = 1;

/** Metres that two photos at equal distances must be more than apart. */
export const leastDistance = (speed: number, { minInterval }: PlanCamera): number =>
  speed * Math.max(leastSeconds, minInterval);

interface Trigger {
  readonly by: 'distance' | 'time';
  /** Metres or seconds. */
  readonly every: number;
}

/**
 * How often photos are taken along a line: what is given, or what the front overlap asks for over a surface `metres` away at
 * `speed` m/s. Null: none, only at points, or the surface is not known.
 */
export function photoTrigger(
  { photos, settings }: RoutePlan,
  metres: number | null,
  speed: number,
  frontOverlap: number,
): Trigger | null {
  const { mode, interval } = photos;
  if (mode !== 'distance' && mode !== 'time') return null;
  if (interval !== null) return { by: mode, every: interval };
  if (metres === null || !(metres > 0)) return null;
  const apart = footprintAlong(settings.camera, metres) * (1 - frontOverlap / 100);
  const every = mode === 'distance' ? apart : apart / speed;
  // A millimetre and a millisecond are finer than any aircraft keeps, and shorter in a file.
  const rounded = Math.floor(every * 1000) / 1000;
  return rounded > 0 ? { by: mode, every: rounded } : null;
}

/** The line with the photos that its plan asks for: by distance or time over all of it, or one at each point. */
export function withPhotos(line: ResolvedLine, plan: RoutePlan, trigger: Trigger | null): ResolvedLine {
  const { mode, lenses } = plan.photos;
  const chosen = lenses ? { lenses } : {};
  if (mode === 'point') {
    const photo: PlanAction = { type: 'takePhoto', ...chosen };
    return {
      ...line,
      points: line.points.map((point) => ({ ...point, actions: [...point.actions, photo] })),
    };
  }
  const last = line.points.at(-1);
  const [first, ...others] = line.points;
  if (!trigger || !first || !last || first === last) return line;
  const interval: PlanAction = { type: 'interval', ...trigger, until: last.id };
  return { ...line, points: [{ ...first, actions: [...first.actions, interval] }, ...others] };
}

const single: ReadonlySet<PlanAction['type']> = new Set(['takePhoto', 'orientedShoot', 'panoShot']);

/** Photos of an interval from one point to another: one at its start, and one after each metre or second of it. */
function intervalCount(
  points: readonly ResolvedPoint[],
  from: number,
  { by, every, until }: Extract<PlanAction, { type: 'interval' }>,
  placeOf: ReadonlyMap<string, number>,
): number {
  const end = placeOf.get(until) ?? points.length - 1;
  if (!(every > 0) || end <= from) return 0;
  const stretch = points.slice(from, end + 1);
  const whole = by === 'distance' ? pathLength(stretch) : lineTime(stretch).total;
  // A whole number of intervals that ends at the last point by arithmetic also ends there for the camera.
  return Math.floor(whole / every + 1e-6) + 1;
}

/** How many photos the actions of a line take. */
export function photoCount({ points }: ResolvedLine): number {
  let placeOf: Map<string, number> | null = null;
  let count = 0;
  for (const [index, { actions }] of points.entries())
    for (const action of actions) {
      if (single.has(action.type)) count += 1;
      if (action.type !== 'interval') continue;
      placeOf ??= new Map(points.map(({ id }, place) => [id, place]));
      count += intervalCount(points, index, action, placeOf);
    }
  return count;
}

export const noPhotos: PhotoFigures = {
  every: null,
  by: null,
  count: 0,
  groundSampleDistance: null,
  spacing: null,
};
