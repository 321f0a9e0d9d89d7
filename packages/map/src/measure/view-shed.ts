/** A square of heights around the eye: `side` is odd and the eye stands in the middle. Rows from the north; NaN is unknown. */
export interface HeightGrid {
  readonly side: number;
  /** Metres between two neighbours. */
  readonly cell: number;
  readonly heights: Float32Array;
}

/** What is known of a cell: outside of the circle or unknown, seen, hidden. */
export const sight = { unknown: 0, seen: 1, hidden: 2 } as const;

/** Metres that the ground falls away behind the curve of the Earth, less the bending of light (a share of 0.13). */
const drop = (metres: number): number => (metres ** 2 * (1 - 0.13)) / (2 * 6_371_000);

/**
 * Which cells an eye sees that stands `eye` metres over the ground in the middle of the grid. Along the ray to every cell
 * of the edge the steepest slope so far hides what lies lower behind it. Behind a gap in the heights a cell that would be
 * seen is unknown, because nobody knows what stands in the gap; one that is hidden already stays hidden. With the height
 * under the eye unknown nothing is known.
 */
export const viewShed = ({ side, cell, heights }: HeightGrid, eye: number): Uint8Array => {
  const found = new Uint8Array(side * side);
  const half = (side - 1) / 2;
  const ground = heights[half * side + half] ?? Number.NaN;
  if (Number.isNaN(ground)) return found;
  const from = ground + eye;
  found[half * side + half] = sight.seen;
  const cast = (toColumn: number, toRow: number) => {
    const [across, down] = [toColumn - half, toRow - half];
    const steps = Math.max(Math.abs(across), Math.abs(down));
    let steepest = Number.NEGATIVE_INFINITY;
    let gap = false;
    for (let step = 1; step <= steps; step += 1) {
      const column = half + Math.round((across * step) / steps);
      const row = half + Math.round((down * step) / steps);
      const metres = Math.hypot(column - half, row - half) * cell;
      if (metres > half * cell) return;
      const at = row * side + column;
      const height = heights[at] ?? Number.NaN;
      if (Number.isNaN(height)) {
        gap = true;
        continue;
      }
      const slope = (height - drop(metres) - from) / metres;
      const now = slope < steepest ? sight.hidden : gap ? sight.unknown : sight.seen;
      // Several rays pass a cell: it is seen if one of them reaches it.
      if (found[at] !== sight.seen && now !== sight.unknown) found[at] = now;
      steepest = Math.max(steepest, slope);
    }
  };
  for (let at = 0; at < side; at += 1) {
    cast(at, 0);
    cast(at, side - 1);
    cast(0, at);
    cast(side - 1, at);
  }
  return found;
};

/** Neighbouring cells of a row with the same answer, as one: `from` and `to` are columns, `to` not included. */
export interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly sight: number;
}

export const runsOf = (found: Uint8Array, side: number): Run[] => {
  const runs: Run[] = [];
  for (let row = 0; row < side; row += 1) {
    let from = 0;
    for (let column = 1; column <= side; column += 1) {
      const now = found[row * side + from] ?? sight.unknown;
      if (column < side && found[row * side + column] === now) continue;
      if (now !== sight.unknown) runs.push({ row, from, to: column, sight: now });
      from = column;
    }
  }
  return runs;
};
