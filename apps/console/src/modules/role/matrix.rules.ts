/** Columns of a wide table that are in sight, and a few beside them, so that scrolling meets no gap. */
export interface ColumnWindow {
  first: number;
  /** Behind the last one. */
  end: number;
}

const beside = 4;

/**
 * @param scrolled px from the start edge
 * @param width px in which columns are seen
 */
export const columnsInSight = (
  count: number,
  columnWidth: number,
  scrolled: number,
  width: number,
): ColumnWindow => {
  const first = Math.min(count, Math.max(0, Math.floor(scrolled / columnWidth) - beside));
  const end = Math.min(count, Math.ceil((scrolled + width) / columnWidth) + beside);
  return { first, end: Math.max(first, end) };
};
