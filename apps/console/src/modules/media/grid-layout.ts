/** How files lie in a grid: so many beside each other, rows and headings of so many px. */
export interface GridShape {
  readonly columns: number;
  readonly row: number;
  readonly head: number;
}

/** Where each group of a grid begins, px from its top and files from its first one. */
export interface GridLayout extends GridShape {
  readonly tops: readonly number[];
  readonly starts: readonly number[];
  readonly counts: readonly number[];
  readonly height: number;
  readonly count: number;
}

/** Rows of one group that are drawn. */
export interface GridBlock {
  readonly group: number;
  /** Files within the group: the first one, and the one behind the last. */
  readonly first: number;
  readonly end: number;
  /** px from the top of the grid; with its heading where it begins with the group. */
  readonly top: number;
}

/** No browser draws an element that is much higher than this, px. */
export const highest = 8_000_000;

export function layoutOf(counts: readonly number[], shape: GridShape): GridLayout {
  const tops: number[] = [];
  const starts: number[] = [];
  let height = 0;
  let count = 0;
  for (const own of counts) {
    tops.push(height);
    starts.push(count);
    height += shape.head + Math.ceil(own / shape.columns) * shape.row;
    count += own;
  }
  return { ...shape, tops, starts, counts, height, count };
}

/** The last of some rising numbers that is not above a value. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The group of a file. */
export const groupOf = ({ starts }: GridLayout, index: number): number => lastUpTo(starts, index);

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;

/** Top of the row of a file, px from the top of the grid. */
export function topOf(layout: GridLayout, index: number): number {
  const group = groupOf(layout, index);
  const row = Math.floor((index - at(layout.starts, group)) / layout.columns);
  return at(layout.tops, group) + layout.head + row * layout.row;
}

/** What lies between two heights of the grid, px. */
export function blocksBetween(layout: GridLayout, from: number, to: number): GridBlock[] {
  const blocks: GridBlock[] = [];
  if (layout.count === 0) return blocks;
  for (let group = lastUpTo(layout.tops, Math.max(0, from)); group < layout.counts.length; group += 1) {
    const top = at(layout.tops, group);
    if (top > to) break;
    const rows = Math.ceil(at(layout.counts, group) / layout.columns);
    const clamp = (row: number): number => Math.min(rows, Math.max(0, row));
    const first = clamp(Math.floor((from - top - layout.head) / layout.row));
    const end = clamp(Math.ceil((to - top - layout.head) / layout.row));
    if (first >= rows) continue;
    blocks.push({
      group,
      first: first * layout.columns,
      end: Math.min(at(layout.counts, group), end * layout.columns),
      top: first === 0 ? top : top + layout.head + first * layout.row,
    });
  }
  return blocks;
}

/** Files that lie in the same column a row further down (`by` 1) or up (−1), also in the next group. */
function rowStep(layout: GridLayout, index: number, by: 1 | -1): number {
  const group = groupOf(layout, index);
  const [start, count] = [at(layout.starts, group), at(layout.counts, group)];
  const within = index - start;
  const [row, column] = [Math.floor(within / layout.columns), within % layout.columns];
  const last = Math.ceil(count / layout.columns) - 1;
  const next = row + by;
  if (next >= 0 && next <= last) return start + Math.min(count - 1, next * layout.columns + column);
  const other = group + by;
  if (other < 0 || other >= layout.counts.length) return index;
  const otherCount = at(layout.counts, other);
  const otherRow = by === 1 ? 0 : Math.ceil(otherCount / layout.columns) - 1;
  return at(layout.starts, other) + Math.min(otherCount - 1, otherRow * layout.columns + column);
}

/** Where a key leads from a file; null: it is no key of a grid. @param page rows of a screen */
export function stepOf(layout: GridLayout, index: number, key: string, page: number): number | null {
  const rows = (by: 1 | -1, times: number): number =>
    Array.from({ length: times }).reduce<number>((now) => rowStep(layout, now, by), index);
  const steps: Readonly<Record<string, () => number>> = {
    next: () => Math.min(layout.count - 1, index + 1),
    previous: () => Math.max(0, index - 1),
    ArrowDown: () => rows(1, 1),
    ArrowUp: () => rows(-1, 1),
    PageDown: () => rows(1, page),
    PageUp: () => rows(-1, page),
    Home: () => 0,
    End: () => layout.count - 1,
  };
  return steps[key]?.() ?? null;
}

/** How far the grid moves for each px of scrolling: more than one where it is higher than a browser draws. */
export const scrollRatio = (height: number, seen: number): number =>
  height <= highest || seen >= highest ? 1 : (height - seen) / (highest - seen);
