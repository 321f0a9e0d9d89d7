import { destination, legLength, normaliseHeading, type PlaceAtHeight } from '../sphere.ts';
import type { FacingPoint } from './facade.ts';
import { checked, checkedPlace, PlanningFault } from './fault.ts';

export interface OrbitOptions {
  /** What is looked at; its height in the same datum as the flight heights. */
  readonly point: PlaceAtHeight | null;
  /** Metres */
  readonly radius: number;
  /** Metres, one ring at each, in their order; in a spiral the first and the last count. */
  readonly heights: readonly number[];
  /** Points of a whole ring, see `pointsForSagitta`. */
  readonly points: number;
  /** Default clockwise, seen from above. */
  readonly direction?: 'clockwise' | 'counterClockwise';
  /** Degrees from north at which the first ring begins; default 0. */
  readonly start?: number;
  /** Turns of one spiral from the first height to the last, in place of rings. */
  readonly turns?: number;
  /** Degrees that the gimbal can reach; default −90 … 90. */
  readonly pitchRange?: readonly [least: number, most: number];
}

export interface OrbitPlan {
  /** Every ring ends where it began. */
  readonly points: readonly FacingPoint[];
  /** Metres of straight legs from point to point. */
  readonly length: number;
  /** Metres of one leg of a ring, and by how much its middle lies inside the circle. */
  readonly chord: number;
  readonly sagitta: number;
}

const mostPoints = 5_000;

function checkedOptions({ point, radius, heights, points, turns }: OrbitOptions): PlaceAtHeight {
  if (!point) throw new PlanningFault('noPoint', { field: 'point' });
  checkedPlace('point', point);
  checked('point.height', point.height);
  checked('radius', radius, { above: 0, max: 10_000 });
  checked('points', points, { min: 3, max: mostPoints });
  if (heights.length === 0) throw new PlanningFault('tooFewPlaces', { field: 'heights', value: 0, min: 1 });
  for (const height of heights) {
    checked('heights', height);
    if (!(point.height < height))
      throw new PlanningFault('notBelowFlight', {
        field: 'point.height',
        value: point.height,
        max: height,
        excluded: 'max',
        at: point,
      });
  }
  if (turns !== undefined) checked('turns', turns, { above: 0, max: 1000 });
  const count = Math.floor(points) * (turns ?? heights.length);
  if (count > mostPoints)
    throw new PlanningFault('tooManyPlaces', { field: 'points', value: Math.ceil(count), max: mostPoints });
  return point;
}

/**
 * Rings or a spiral around a point of interest: positions by the direct problem on the sphere, heading to the point
 * (azimuth + 180), pitch −atan2(flight height − point height, radius), held within what the gimbal can reach.
 * @throws PlanningFault `noPoint`, `notBelowFlight` where the point is not strictly below a flight height, or for figures
 */
export function planOrbit(options: OrbitOptions): OrbitPlan {
  const point = checkedOptions(options);
  const { radius, heights, turns, start = 0, direction = 'clockwise', pitchRange = [-90, 90] } = options;
  checked('start', start);
  const count = Math.floor(options.points);
  const step = (direction === 'clockwise' ? 360 : -360) / count;
  const facing = (at: number, height: number): FacingPoint => {
    const azimuth = start + at * step;
    const pitch = (-Math.atan2(height - point.height, radius) * 180) / Math.PI;
    return {
      ...destination(point, azimuth, radius),
      height,
      heading: normaliseHeading(azimuth + 180),
      pitch: Math.min(pitchRange[1], Math.max(pitchRange[0], pitch)),
    };
  };
  const points =
    turns === undefined
      ? heights.flatMap((height) => Array.from({ length: count + 1 }, (_, at) => facing(at % count, height)))
      : spiral(Math.max(1, Math.round(turns * count)), heights, facing);
  return {
    points,
    length: points.slice(1).reduce((sum, to, at) => sum + legLength(points[at] as FacingPoint, to), 0),
    chord: 2 * radius * Math.sin(Math.PI / count),
    sagitta: radius * (1 - Math.cos(Math.PI / count)),
  };
}

function spiral(
  legs: number,
  heights: readonly number[],
  facing: (at: number, height: number) => FacingPoint,
): FacingPoint[] {
  const [from, to] = [heights[0] ?? 0, heights.at(-1) ?? 0];
  return Array.from({ length: legs + 1 }, (_, at) => facing(at, from + ((to - from) * at) / legs));
}
