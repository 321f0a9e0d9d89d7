import type { PlanePoint } from '../plane.ts';
import type { CutPart, Piece } from './cut.ts';

/** Pieces of neighbouring lines that are flown to and fro without a gap between them. */
export type Cell = readonly Piece[];

/**
 * Divides a part wherever the number of pieces of a line changes: a cell goes on while a piece lies beside exactly one of the
 * next line, and that one beside it alone.
 */
export function cellsOf({ lines }: CutPart): Cell[] {
  const cells: Piece[][] = [];
  let open: Piece[][] = [];
  let before: readonly Piece[] = [];
  for (const line of lines) {
    const { only, used } = matched(line, before);
    const ending = open;
    open = line.map((piece, at) => {
      const beside = only[at] ?? -1;
      const cell = beside >= 0 && used[beside] === 1 ? ending[beside] : undefined;
      if (cell) {
        cell.push(piece);
        return cell;
      }
      const fresh = [piece];
      cells.push(fresh);
      return fresh;
    });
    before = line;
  }
  return cells;
}

/** For each piece of a line the only one beside it on the line before, else -1; and how many lie beside each of those. */
function matched(line: readonly Piece[], before: readonly Piece[]): { only: number[]; used: number[] } {
  const used = before.map(() => 0);
  let first = 0;
  const only = line.map(({ low, high }) => {
    while ((before[first]?.high ?? Infinity) <= low) first += 1;
    let count = 0;
    for (let at = first; (before[at]?.low ?? Infinity) < high; at += 1) {
      used[at] = (used[at] ?? 0) + 1;
      count += 1;
    }
    return count === 1 ? first : -1;
  });
  return { only, used };
}

/** A piece and the way in which it is flown: along the course or against it. */
export interface Run {
  readonly piece: Piece;
  readonly forward: boolean;
}

/** The four ways to fly a cell: from its first line or its last, the first of them along the course or against it. */
export const fourWays = [0, 1, 2, 3] as const;

/** The pieces of a cell in order. Bit 0: the first line flown is flown against the course. Bit 1: from the last line. */
export function runsOf(cell: Cell, way: number): Run[] {
  const order = way & 2 ? cell.toReversed() : cell;
  return order.map((piece, at) => ({ piece, forward: (at + (way & 1)) % 2 === 0 }));
}

export const startOf = ({ piece, forward }: Run): PlanePoint => piece.ends[forward ? 0 : 1];
export const endOf = ({ piece, forward }: Run): PlanePoint => piece.ends[forward ? 1 : 0];

/** The way that flies the same cell the same way back. */
export const backOf = (cell: Cell, way: number): number =>
  // The last run of an odd cell goes like the first, of an even one against it; back turns it round.
  way ^ 2 ^ (cell.length % 2 === 0 ? 0 : 1);
