import type { TrackPoint } from '@eyrie/domain';

/** What is known at a moment of a track: the point recorded last, or that nothing was recorded there. */
export interface Cursor {
  point: TrackPoint | null;
  gap: boolean;
}

const lastBefore = (points: readonly TrackPoint[], at: number): number => {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The state of a track at a moment, epoch ms. Between the ends of a gap nothing is known, and no old value is shown. */
export const cursorAt = (points: readonly TrackPoint[], at: number): Cursor => {
  const index = lastBefore(points, at);
  const point = points[index] ?? null;
  const inGap = point !== null && at > point.at && points[index + 1]?.gap === true;
  return inGap ? { point: null, gap: true } : { point, gap: false };
};

/** The lines of a track: each gap begins another. */
export const trackLines = (points: readonly TrackPoint[]): TrackPoint[][] => {
  const lines: TrackPoint[][] = [];
  for (const point of points) {
    if (point.gap || lines.length === 0) lines.push([point]);
    else lines.at(-1)?.push(point);
  }
  return lines;
};
