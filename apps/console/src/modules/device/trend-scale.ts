export interface TrendPoint {
  at: number;
  value: number;
}

/** What a line of points shows, in figures; null: there is no point. */
export const trendSummary = (
  points: readonly TrendPoint[],
): { min: number; max: number; first: number; last: number; count: number } | null => {
  const [begin, end] = [points[0], points.at(-1)];
  if (!begin || !end) return null;
  const values = points.map(({ value }) => value);
  return {
    min: Math.min(...values),
    max: Math.max(...values),
    first: begin.value,
    last: end.value,
    count: points.length,
  };
};

/** The points at which a figure was kept. */
export const pointsOf = <Row extends { at: number }>(
  rows: readonly Row[],
  of: (row: Row) => number | null,
): TrendPoint[] =>
  rows.flatMap((row) => {
    const value = of(row);
    return value === null ? [] : [{ at: row.at, value }];
  });
