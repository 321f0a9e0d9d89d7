export interface FoldingColumn {
  /** px; what is given to a column that takes the rest when not said. */
  width: number | undefined;
  /** The higher, the sooner it gives way; missing: it stays. */
  fold: number | undefined;
}

/**
 * Which columns give way so that those that stay fit into the room, by place, and the width that these need.
 * @param need px that all columns need together
 */
export const fitColumns = (
  columns: readonly FoldingColumn[],
  need: number,
  room: number,
): { folded: ReadonlySet<number>; need: number } => {
  const folded = new Set<number>();
  let left = need;
  const order = columns
    .map(({ fold, width }, place) => ({ fold, width, place }))
    .filter(({ fold }) => fold !== undefined)
    .toSorted((one, other) => (other.fold ?? 0) - (one.fold ?? 0));
  for (const { width = 0, place } of order) {
    if (left <= room) break;
    folded.add(place);
    left -= width;
  }
  return { folded, need: left };
};
