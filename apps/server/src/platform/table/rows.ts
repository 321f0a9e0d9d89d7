import { plain } from './cell.ts';
import { TableRefused } from './refused.ts';

export interface TableLimits {
  /** The heading counts as a row. */
  rows: number;
  columns: number;
}

/** What one file may cost; `limits.table`, handed in so that the thread loads little. */
export interface TableBounds {
  entries: number;
  entryBytes: number;
  expandedBytes: number;
  ratio: number;
  /** Of a part as the reader gets it. */
  partBytes: number;
  cellChars: number;
  /** Of all cells together. */
  tableChars: number;
}

/**
 * Gathers the rows of a table. A row keeps the number it has in the file, so that people find it again; empty cells
 * at the end of a row and empty rows at the end of the table count as not there.
 */
export function rowGatherer(
  most: TableLimits,
  { cellChars, tableChars }: Pick<TableBounds, 'cellChars' | 'tableChars'>,
) {
  let chars = 0;
  const checked = (text: string): string => {
    if (text.length > cellChars) throw new TableRefused('tooLarge', 'cell');
    chars += text.length;
    if (chars > tableChars) throw new TableRefused('tooLarge', 'text of the table');
    return plain(text);
  };
  const rows: string[][] = [];
  return {
    rows,
    /** @throws TableRefused when a cell with content lies beyond the limits. */
    put(index: number, cells: readonly string[]): void {
      let width = cells.length;
      while (width > 0 && cells[width - 1] === '') width -= 1;
      if (width === 0) return;
      if (index >= most.rows) throw new TableRefused('tableTooLong', `row ${index + 1}`);
      if (width > most.columns) throw new TableRefused('tooLarge', `column ${width}`);
      while (rows.length < index) rows.push([]);
      rows[index] = cells.slice(0, width).map(checked);
    },
  };
}
