import type { PlanProfile, ProfileSample } from '@eyrie/planner';
import { roundTicks } from '../profile.ts';

/** Margins and height of the drawing in CSS pixels. */
export const field = { height: 132, left: 56, right: 16, top: 10, bottom: 22 } as const;
/** From metres to pixels and back. */
export interface Scales {
  x: (distance: number) => number;
  y: (height: number) => number;
  metresOf: (pixels: number) => number;
  distanceAt: (x: number) => number;
  heights: readonly number[];
  distances: readonly number[];
  right: number;
  floor: number;
}

/** Null: nothing can be drawn. */
export const scalesOf = ({ samples, returnSea, length }: PlanProfile, width: number): Scales | null => {
  const known = samples.flatMap(({ terrain, route, obstacle }) =>
    [terrain, route, obstacle].filter((one) => one !== null),
  );
  if (returnSea !== null) known.push(returnSea);
  if (known.length === 0 || length <= 0) return null;
  const [least, most] = known.reduce(([low, high], one) => [Math.min(low, one), Math.max(high, one)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  const heights = roundTicks(least, Math.max(most, least + 10), 4);
  const low = heights[0] ?? 0;
  const high = heights.at(-1) ?? 1;
  const across = width - field.left - field.right;
  const down = field.height - field.top - field.bottom;
  return {
    heights,
    distances: roundTicks(0, length, Math.max(2, Math.floor(width / 120))).filter((tick) => tick <= length),
    right: width - field.right,
    floor: field.height - field.bottom,
    x: (distance) => field.left + (distance / length) * across,
    y: (height) => field.height - field.bottom - ((height - low) / Math.max(1e-9, high - low)) * down,
    metresOf: (pixels) => (pixels * (high - low)) / down,
    distanceAt: (x) => Math.min(length, Math.max(0, ((x - field.left) / across) * length)),
  };
};

/** Stretches in which a height is known: a gap ends one. */
export const stretches = (
  samples: readonly ProfileSample[],
  of: (sample: ProfileSample) => number | null,
): { x: number; y: number }[][] => {
  const all: { x: number; y: number }[][] = [[]];
  for (const sample of samples) {
    const y = of(sample);
    if (y === null) all.push([]);
    else all.at(-1)?.push({ x: sample.distance, y });
  }
  return all.filter((stretch) => stretch.length > 1);
};

export const pathOf = (stretch: readonly { x: number; y: number }[], { x, y }: Scales): string =>
  `M${stretch.map((one) => `${x(one.x).toFixed(1)} ${y(one.y).toFixed(1)}`).join('L')}`;
