import type { Issue } from '@eyrie/domain';
import { Refusal } from '../http/refusal.ts';
import type { DbOrTrx, Runtime } from '../runtime.ts';

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();

export interface TableColumns<C extends string> {
  columns: readonly C[];
  /** Headings of a column in every language, that of the caller first. Its plain name is one as well. */
  headings(column: C): readonly string[];
  /** Columns without which no row could be right, of those that a file lacks. */
  missing(has: (column: C) => boolean): readonly C[];
}
/** A row below the heading that says something, with its number in the file. */
export interface TableRow<C extends string> {
  row: number;
  cells: Record<C, string>;
}

/**
 * Cells by their column, whichever language the headings are in.
 * @throws Refusal `tableTemplate` when columns are missing, and `tableEmpty` when there is no row
 */
export function rowsOfTable<C extends string>(
  table: readonly (readonly string[])[],
  { columns, headings, missing }: TableColumns<C>,
): TableRow<C>[] {
  const titles = (some: readonly C[]): string => some.map((one) => headings(one)[0] ?? one).join(', ');
  const first = (table[0] ?? []).map((cell) => folded(cell).replace(/\*$/, '').trim());
  const places = new Map<C, number>();
  for (const column of columns) {
    const names = [column, ...headings(column)].map(folded);
    const at = first.findIndex((cell) => names.includes(cell));
    if (at >= 0) places.set(column, at);
  }
  const lacking = missing((column) => places.has(column));
  if (lacking.length > 0) throw new Refusal('tableTemplate', { values: { columns: titles(lacking) } });
  const rows = table.flatMap((cells, at) => {
    if (at === 0 || cells.every((cell) => cell.trim() === '')) return [];
    const byColumn = Object.fromEntries(
      columns.map((column) => [column, (cells[places.get(column) ?? -1] ?? '').trim()]),
    ) as Record<C, string>;
    return [{ row: at + 1, cells: byColumn }];
  });
  if (rows.length === 0) throw new Refusal('tableEmpty', { values: { columns: titles(columns) } });
  return rows;
}

interface Judged {
  row: number;
  issues: readonly Issue[];
}

/**
 * Adds every row or none. A preview is judged by the same rules and stores nothing.
 * @throws Refusal `invalid` naming every row that is wrong: half an import would be worse than none
 */
export async function importRows<R extends Judged, L>(
  { db }: Pick<Runtime, 'db'>,
  rules: {
    preview: boolean;
    judge(db: DbOrTrx): Promise<R[]>;
    /** What has to stand still from the judgement of the rows to their storing. */
    lock(trx: DbOrTrx): Promise<L>;
    store(trx: DbOrTrx, rows: R[], locked: L): Promise<void>;
  },
): Promise<{ rows: R[]; added: number }> {
  if (rules.preview) return { rows: await rules.judge(db), added: 0 };
  return db.transaction().execute(async (trx) => {
    const locked = await rules.lock(trx);
    const rows = await rules.judge(trx);
    const issues = rows.flatMap(({ row, issues: found }) =>
      found.map(({ path, rule, message }) => ({ path: `${row}.${path}`, rule, message })),
    );
    if (issues.length > 0) throw new Refusal('invalid', { issues: issues.slice(0, 50) });
    await rules.store(trx, rows, locked);
    return { rows, added: rows.length };
  });
}
