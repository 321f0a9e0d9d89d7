import { TableRefused } from './refused.ts';
import { rowGatherer, type TableBounds, type TableLimits } from './rows.ts';

/**
 * Reads text with separators as spreadsheet programs save it: comma, semicolon or tab, whichever the first row uses.
 * @throws TableRefused `fileFormat` when quotes do not match up: half of such a table would be guessed
 */
export function readCsv(
  bytes: Uint8Array,
  limits: TableLimits,
  bounds: Pick<TableBounds, 'cellChars' | 'tableChars'>,
): string[][] {
  const text = decoded(bytes);
  const separator = separatorOf(text);
  const gatherer = rowGatherer(limits, bounds);
  let cells: string[] = [];
  let index = 0;
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at, bounds.cellChars) : bareCell(text, at, separator);
    at = cell.end;
    cells.push(cell.text);
    // Empty cells at the end do no harm, millions of them do.
    if (cells.length > limits.columns * 2 + 100) throw new TableRefused('tooLarge', 'columns');
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
    } else if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
      throw new TableRefused('fileFormat', 'text after a quoted cell');
    }
    gatherer.put(index, cells);
    cells = [];
    index += 1;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return gatherer.rows;
}

interface FoundCell {
  text: string;
  end: number;
}

function quotedCell(text: string, start: number, most: number): FoundCell {
  let from = start + 1;
  let content = '';
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new TableRefused('fileFormat', 'a quoted cell has no end');
    content += text.slice(from, quote);
    // Put together from millions of pieces it would cost far more than its bytes.
    if (content.length > most) throw new TableRefused('tooLarge', 'cell');
    if (text[quote + 1] !== '"') return { text: content, end: quote + 1 };
    content += '"';
    from = quote + 2;
  }
}

function bareCell(text: string, start: number, separator: string): FoundCell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

/** The separator that stands most often in the first row, outside quotes. */
function separatorOf(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 };
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === '\n' || sign === '\r') break;
    const count = counts[sign];
    if (count !== undefined) counts[sign] = count + 1;
  }
  return Object.entries(counts).reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** UTF-8 with or without its mark, UTF-16 with one, else the encoding that Chinese spreadsheet programs save in. */
function decoded(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  for (const encoding of utf16 ? [utf16] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!text.includes('\0')) return text;
    } catch {
      // The next encoding is tried.
    }
  }
  throw new TableRefused('fileFormat', 'neither a spreadsheet nor text');
}
