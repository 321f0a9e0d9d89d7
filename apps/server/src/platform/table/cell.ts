/** What a table may hold. Moments are written in the zone that the table is given, else as ISO text in UTC. */
export type Cell = string | number | boolean | Date | null;

/** Signs with which a spreadsheet program begins a formula, the wide forms of East Asian keyboards among them. */
const live = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/** A cell as text. What is no number or no moment is empty. */
export function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? cell.toISOString() : '';
  return String(cell);
}

/**
 * Text that no spreadsheet program runs: what could begin a formula gets an apostrophe before it. `plain` takes it
 * away again, so that what was written out comes back equal, whatever it was.
 */
export const defused = (text: string): string => (live.test(text) ? `'${text}` : text);

/** The text that `defused` was given. */
export const plain = (text: string): string =>
  text.startsWith("'") && live.test(text) ? text.slice(1) : text;
