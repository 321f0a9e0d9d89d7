/** Margins and height of the drawing in CSS pixels. */
export const field = { height: 128, left: 56, right: 16, top: 10, bottom: 22 } as const;
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

/** Round values that cover a range in about `wanted` steps, both ends included. */
export const roundTicks = (low: number, high: number, wanted: number): number[] => {
  const span = Math.max(high - low, 1);
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= wanted) ?? power * 10;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
};

/** What a chart has to hold: heights in metres, and metres along the way. */
export interface ChartRange {
  readonly low: number;
  readonly high: number;
  readonly length: number;
}

export const scalesOf = ({ low: least, high: most, length }: ChartRange, width: number): Scales => {
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
    x: (distance) => field.left + (length > 0 ? distance / length : 0) * across,
    y: (height) => field.height - field.bottom - ((height - low) / Math.max(1e-9, high - low)) * down,
    metresOf: (pixels) => (pixels * (high - low)) / down,
    distanceAt: (x) => Math.min(length, Math.max(0, ((x - field.left) / across) * length)),
  };
};

/** Stretches in which a height is known: a gap ends one. */
export const stretches = <Sample extends { readonly distance: number }>(
  samples: readonly Sample[],
  of: (sample: Sample) => number | null,
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
