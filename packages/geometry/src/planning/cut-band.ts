import type { PlanePoint } from '../plane.ts';
import type { FlatPart, FlatRing } from './flat.ts';

/** A frame of lines: metres along them and across. */
export interface LineFrame {
  readonly u: (point: PlanePoint) => number;
  readonly w: (point: PlanePoint) => number;
  /** Metres across of the first line, metres between lines, and their number. */
  readonly first: number;
  readonly spacing: number;
  readonly count: number;
}

/** Levels closer than this are one. */
const rounding = 1e-6;

/** Levels across between which every edge is a straight side: the borders of the bands and all corners. */
function levelsOf(rings: readonly FlatRing[], { w, first, spacing, count }: LineFrame): number[] {
  const borders = Array.from({ length: count + 1 }, (_, line) => first + (line - 0.5) * spacing);
  const all = [...borders, ...rings.flatMap((ring) => ring.map(w))].toSorted((a, b) => a - b);
  return all.filter((level, at) => at === 0 || level - (all[at - 1] ?? 0) > rounding);
}

/** The first level that is not below a value. */
function levelAt(levels: readonly number[], value: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((levels[middle] ?? 0) < value - rounding) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Side {
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

/** Sides of edges in every slab between two levels. */
function sidesOf(rings: readonly FlatRing[], { u, w }: LineFrame, levels: readonly number[]): Side[][] {
  const slabs: Side[][] = Array.from({ length: levels.length }, () => []);
  for (const ring of rings)
    for (const [at, b] of ring.entries()) {
      const a = ring.at(at - 1) as PlanePoint;
      const [low, high] = w(a) < w(b) ? [a, b] : [b, a];
      const [from, slope] = [w(low), (u(high) - u(low)) / (w(high) - w(low))];
      const until = levelAt(levels, w(high));
      for (let slab = levelAt(levels, from); slab < until; slab += 1) {
        const [bottom, top] = [levels[slab] ?? 0, levels[slab + 1] ?? 0];
        const [one, two] = [u(low) + slope * (bottom - from), u(low) + slope * (top - from)];
        slabs[slab]?.push({ middle: (one + two) / 2, least: Math.min(one, two), most: Math.max(one, two) });
      }
    }
  return slabs;
}

/** Intervals that overlap or touch become one; a flat list from, to, from, to. */
function joined(intervals: readonly (readonly [number, number])[]): number[] {
  const list: number[] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = list.at(-1);
    if (last !== undefined && from <= last + rounding) list[list.length - 1] = Math.max(last, to);
    else list.push(from, to);
  }
  return list;
}

/**
 * From where to where each line must be flown so that all ground in its band, half a spacing to both sides, lies beside it:
 * between two levels the ground is made of trapezia, and each is as long as the longer of its sides.
 * @returns for each line metres along it: from, to, from, to …
 */
export function bandIntervals(part: FlatPart, frame: LineFrame): number[][] {
  const levels = levelsOf(part, frame);
  const bands: [number, number][][] = Array.from({ length: frame.count }, () => []);
  for (const [slab, sides] of sidesOf(part, frame, levels).entries()) {
    if (sides.length < 2) continue;
    const middle = ((levels[slab] ?? 0) + (levels[slab + 1] ?? 0)) / 2;
    const line = Math.round((middle - frame.first) / frame.spacing);
    const band = bands[Math.min(frame.count - 1, Math.max(0, line))];
    sides.sort((a, b) => a.middle - b.middle);
    for (let at = 0; at + 1 < sides.length; at += 2) {
      const [left, right] = [sides[at], sides[at + 1]];
      if (left && right) band?.push([left.least, right.most]);
    }
  }
  return bands.map(joined);
}

/** Intervals without what others cover; both flat lists in rising order. */
export function without(intervals: readonly number[], others: readonly number[]): number[] {
  const list: number[] = [];
  for (let at = 0; at + 1 < intervals.length; at += 2) {
    let from = intervals[at] ?? 0;
    const to = intervals[at + 1] ?? 0;
    for (let other = 0; other + 1 < others.length; other += 2) {
      const [begin, end] = [others[other] ?? 0, others[other + 1] ?? 0];
      if (end <= from || begin >= to) continue;
      if (begin > from) list.push(from, begin);
      from = Math.max(from, end);
    }
    if (from < to) list.push(from, to);
  }
  return list;
}
