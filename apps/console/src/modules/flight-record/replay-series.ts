import type { ReplayColumns } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';

/** The place in `at` of the row recorded last before a moment; -1: none was. */
export const rowAt = (at: readonly number[], moment: number): number => {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? Infinity) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The row that holds at a moment; null in a gap, before the first and after the last: no old value is shown. */
export const createRowOf = ({ at, gaps }: ReplayColumns): ((moment: number) => number | null) => {
  const after = new Set(gaps);
  return (moment) => {
    const row = rowAt(at, moment);
    if (row === -1) return null;
    const exact = at[row] === moment;
    return exact || (row + 1 < at.length && !after.has(row + 1)) ? row : null;
  };
};

/** Spans of which nothing was recorded, epoch ms. */
export const gapSpans = ({ at, gaps }: ReplayColumns): { from: number; to: number }[] =>
  gaps.flatMap((row) => {
    const [from, to] = [at[row - 1], at[row]];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });

/** Lines of the track: none leads across a gap or over a place that was not recorded. */
export const trackParts = ({
  gaps,
  lng,
  lat,
  height,
}: ReplayColumns): (Place & { height: number | null })[][] => {
  const after = new Set(gaps);
  const parts: (Place & { height: number | null })[][] = [];
  let open = false;
  for (const [row, east] of lng.entries()) {
    const north = lat[row] ?? null;
    if (after.has(row)) open = false;
    if (east === null || north === null) {
      open = false;
      continue;
    }
    const spot = { lng: east, lat: north, height: height[row] ?? null };
    if (open) parts.at(-1)?.push(spot);
    else parts.push([spot]);
    open = true;
  }
  return parts;
};

export interface Span {
  from: number;
  to: number;
}

/** Least and largest of a figure; null: it was never recorded. */
export const extentOf = (values: readonly (number | null)[]): { min: number; max: number } | null => {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return min === Infinity ? null : { min, max };
};

/** Width and height of the field in which lines are drawn; it is stretched to the room there is. */
export const field = { width: 1_000, height: 60 } as const;

/** A figure as an SVG path: each gap, and each row without the figure, begins another line. */
export const pathOf = (
  { at, gaps }: Pick<ReplayColumns, 'at' | 'gaps'>,
  values: readonly (number | null)[],
  { from, to }: Span,
): string => {
  const extent = extentOf(values);
  if (!extent) return '';
  const { min, max } = extent;
  const after = new Set(gaps);
  const across = field.width / Math.max(1, to - from);
  const up = max === min ? 0 : field.height / (max - min);
  let path = '';
  let open = false;
  for (const [row, value] of values.entries()) {
    if (value === null) {
      open = false;
      continue;
    }
    const x = (((at[row] ?? from) - from) * across).toFixed(1);
    const y = (max === min ? field.height / 2 : field.height - (value - min) * up).toFixed(1);
    // A row that stands alone is a point: a line of no length with round ends.
    path += open && !after.has(row) ? `L${x} ${y}` : `M${x} ${y}h0`;
    open = true;
  }
  return path;
};

/** Rows of a span, with one before it where there is one: nothing was flown in it otherwise. */
export const columnsWithin = (columns: ReplayColumns, { from, to }: Span): ReplayColumns => {
  const first = Math.max(0, rowAt(columns.at, from));
  const end = Math.max(first, rowAt(columns.at, to) + 1);
  const cut = Object.entries(columns).map(([name, values]: [string, readonly (number | null)[]]) => [
    name,
    name === 'gaps'
      ? columns.gaps.filter((row) => row > first && row < end).map((row) => row - first)
      : values.slice(first, end),
  ]);
  return Object.fromEntries(cut) as ReplayColumns;
};

/** Metres by which a place of the track may be further away than the nearest and still count as the same spot. */
const sameSpot = 5;

/**
 * When the aircraft was nearest to a place, epoch ms; null: its track is not known. Where it passed a spot more than once, the
 * passage nearest in time to `about`.
 */
export const momentAt = (
  { at, lng, lat }: Pick<ReplayColumns, 'at' | 'lng' | 'lat'>,
  place: Place,
  about: number,
): number | null => {
  const ways = at.map((_, row) => {
    const [east, north] = [lng[row] ?? null, lat[row] ?? null];
    return east === null || north === null ? Infinity : distance(place, { lng: east, lat: north });
  });
  const least = ways.reduce((one, other) => Math.min(one, other), Infinity);
  if (least === Infinity) return null;
  const near = at.filter((_, row) => (ways[row] ?? Infinity) <= least + sameSpot);
  return near.reduce((best, one) => (Math.abs(one - about) < Math.abs(best - about) ? one : best));
};
