import type { PlanePoint } from '../plane.ts';
import { bandIntervals, without, type LineFrame } from './cut-band.ts';
import { PlanningFault } from './fault.ts';
import type { FlatPart, FlatRing } from './flat.ts';

/** A straight piece of a line over the ground. */
export interface Piece {
  /** Number of its line, from the left of the course. */
  readonly line: number;
  readonly part: number;
  /** Its end against the course and its end along it. */
  readonly ends: readonly [PlanePoint, PlanePoint];
  /** Metres along the course of both ends. */
  readonly low: number;
  readonly high: number;
}

/** Pieces by line, each line from the back of the course to its front. */
export interface CutPart {
  readonly lines: readonly (readonly Piece[])[];
  /** Metres between lines. */
  readonly spacing: number;
}

/** A plan of more lines is refused by name. */
export const mostLines = 1000;
/** Pieces of all lines together. */
const mostPieces = 10_000;
/** Metres; what only touches the ground is no piece. */
const leastPiece = 0.001;

interface Frame {
  /** Unit vectors along the course and to its right. */
  readonly along: PlanePoint;
  readonly across: PlanePoint;
}

const frameOf = (course: number): Frame => {
  const angle = (course * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { along: { east: sin, north: cos }, across: { east: cos, north: -sin } };
};

const dot = (a: PlanePoint, b: PlanePoint): number => a.east * b.east + a.north * b.north;

/** How many lines a width needs so that none is farther than half a spacing from the edge. */
const linesFor = (width: number, spacing: number): number => Math.max(1, Math.ceil(width / spacing - 1e-9));

const widthOf = (part: FlatPart, across: PlanePoint): { left: number; right: number } => {
  let [left, right] = [Infinity, -Infinity];
  for (const point of part[0] ?? []) {
    const away = dot(point, across);
    left = Math.min(left, away);
    right = Math.max(right, away);
  }
  return { left, right };
};

/** Metres along the course at which the edges cross each line: a line counts what starts on it, not what ends on it. */
function crossings(rings: readonly FlatRing[], { u, w, first, spacing, count }: LineFrame): number[][] {
  const lines: number[][] = Array.from({ length: count }, () => []);
  for (const ring of rings) {
    const before = ring.at(-1) as PlanePoint;
    let [fromU, fromW] = [u(before), w(before)];
    for (const point of ring) {
      const [toU, toW] = [u(point), w(point)];
      const from = Math.max(0, Math.ceil((Math.min(fromW, toW) - first) / spacing));
      const until = Math.min(count, Math.ceil((Math.max(fromW, toW) - first) / spacing));
      for (let line = from; line < until; line += 1)
        lines[line]?.push(fromU + ((toU - fromU) * (first + line * spacing - fromW)) / (toW - fromW));
      [fromU, fromW] = [toU, toW];
    }
  }
  for (const line of lines) if (line.length > 1) line.sort((a, b) => a - b);
  return lines;
}

/** Lines about the middle: as far apart as allowed, or so that the outermost are half their own distance from the edge. */
export const placements = ['wide', 'even'] as const;

export interface CutOptions {
  /** Degrees */
  readonly course: number;
  /** Metres */
  readonly spacing: number;
  readonly placement?: (typeof placements)[number];
  /** Lines end on the edge, the default, or where the ground of their whole band has ended. */
  readonly ends?: 'edge' | 'band';
  /** Rings into which no line may go on for its band. */
  readonly off?: readonly FlatRing[];
}

function linesOf(part: FlatPart, frame: LineFrame, { ends, off = [] }: CutOptions): number[][] {
  if (ends !== 'band') return crossings(part, frame);
  const bands = bandIntervals(part, frame);
  if (off.length === 0) return bands;
  const kept = crossings(off, frame);
  return bands.map((band, line) => without(band, kept[line] ?? []));
}

/** How many lines parts need on a course; null where that is too many. */
export function cutCount(parts: readonly FlatPart[], course: number, spacing: number): number | null {
  const { across } = frameOf(course);
  const count = parts.reduce((sum, part) => {
    const { left, right } = widthOf(part, across);
    return sum + linesFor(right - left, spacing);
  }, 0);
  return count <= mostLines ? count : null;
}

/**
 * Cuts lines along the course through parts by the even-odd rule. In each part they lie evenly about its middle, at most
 * `spacing` metres apart and half of that from the edge.
 * @throws PlanningFault `tooManyLines`
 */
export function cutLines(parts: readonly FlatPart[], options: CutOptions): CutPart[] {
  const { spacing, placement } = options;
  const frame = frameOf(options.course);
  const widths = parts.map((part) => widthOf(part, frame.across));
  const needed = widths.reduce((sum, { left, right }) => sum + linesFor(right - left, spacing), 0);
  if (!(needed <= mostLines))
    throw new PlanningFault('tooManyLines', { field: 'lines', value: needed, min: 1, max: mostLines });
  let pieces = 0;
  return parts.map((part, at) => {
    const { left, right } = widths[at] ?? { left: 0, right: 0 };
    const count = linesFor(right - left, spacing);
    const apart = placement === 'even' ? (right - left) / count : spacing;
    const first = (left + right - (count - 1) * apart) / 2;
    const [u, w] = [frame.along, frame.across].map((axis) => (point: PlanePoint) => dot(point, axis)) as [
      LineFrame['u'],
      LineFrame['w'],
    ];
    const lines = linesOf(part, { u, w, first, spacing: apart, count }, options).map((found, line) =>
      piecesOf(found, frame, first + line * apart, line, at),
    );
    pieces += lines.reduce((sum, one) => sum + one.length, 0);
    if (pieces > mostPieces)
      throw new PlanningFault('tooManyLines', { field: 'pieces', value: pieces, min: 1, max: mostPieces });
    return { lines, spacing: apart };
  });
}

function piecesOf(found: readonly number[], frame: Frame, away: number, line: number, part: number): Piece[] {
  const point = (u: number): PlanePoint => ({
    east: u * frame.along.east + away * frame.across.east,
    north: u * frame.along.north + away * frame.across.north,
  });
  const pieces: Piece[] = [];
  for (let at = 0; at + 1 < found.length; at += 2) {
    const [low, high] = [found[at] ?? 0, found[at + 1] ?? 0];
    if (high - low < leastPiece) continue;
    pieces.push({ line, part, ends: [point(low), point(high)], low, high });
  }
  return pieces;
}
