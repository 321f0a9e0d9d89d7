export interface FoldingColumn {
  /** px; what is given to a column that takes the rest when not said. */
  width: number | undefined;
  /** The higher, the sooner it gives way; missing: only when those that say so were not enough. */
  fold: number | undefined;
  /** Stays in the narrowest window, as the orders of a row do. */
  stays: boolean;
}

/** Widest column that holds nothing but a box to tick, px. */
const tickBox = 48;

/**
 * Which columns give way so that those that stay fit into the room, by place, and the width that these need. Those
 * that say when go first, then the others from the end. The first that is wider than a box to tick stays: it says which
 * record a row is.
 * @param need px that all columns need together
 */
export const fitColumns = (
  columns: readonly FoldingColumn[],
  need: number,
  room: number,
): { folded: ReadonlySet<number>; need: number } => {
  const folded = new Set<number>();
  const first = columns.findIndex(({ width }) => width === undefined || width > tickBox);
  let left = need;
  const places = columns.map((column, place) => ({ ...column, place }));
  const marked = places
    .filter(({ fold }) => fold !== undefined)
    .toSorted((one, other) => (other.fold ?? 0) - (one.fold ?? 0));
  const others = places
    .filter(
      ({ fold, width, stays, place }) => fold === undefined && width !== undefined && !stays && place > first,
    )
    .toReversed();
  for (const { width = 0, place } of [...marked, ...others]) {
    if (left <= room) break;
    folded.add(place);
    left -= width;
  }
  return { folded, need: left };
};
