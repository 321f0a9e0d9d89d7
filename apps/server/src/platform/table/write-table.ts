import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { tableTypes, zonedStamp, type TableFormat } from '@eyrie/domain';
import { writeXlsxStream } from 'hucre/xlsx';
import { attachment } from '../http/attachment.ts';
import { BytesAnswer } from '../http/endpoint.ts';
import { defused, textOf, type Cell } from './cell.ts';

export type TableRows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

const chunkChars = 16_384;

/**
 * Comma-separated text as spreadsheet programs open it by a double click: UTF-8 with its mark, RFC 4180. No cell is a
 * formula; numbers stay numbers. Rows are asked for as the reader takes them.
 */
export const csvOf = (rows: TableRows): Readable => Readable.from(csvChunks(rows), { objectMode: false });

async function* csvChunks(rows: TableRows): AsyncGenerator<Buffer> {
  let text = '\uFEFF';
  for await (const row of rows) {
    text += `${row.map(csvCell).join(',')}\r\n`;
    if (text.length < chunkChars) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

function csvCell(cell: Cell): string {
  const text = safeText(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Only text can be taken for a formula: a negative number begins with a sign and is none. */
const safeText = (cell: Cell): string => (typeof cell === 'string' ? defused(cell) : textOf(cell));

/** The same table as an Excel file, with its first row fixed. */
export async function xlsxOf(rows: TableRows): Promise<Uint8Array> {
  return new Uint8Array(await new Response(xlsxStream(rows)).arrayBuffer());
}

const xlsxStream = (rows: TableRows): globalThis.ReadableStream<Uint8Array> =>
  writeXlsxStream(xlsxRows(rows), { name: 'Sheet1', freezePane: { rows: 1 } });

async function* xlsxRows(rows: TableRows): AsyncGenerator<(string | number | boolean | null)[]> {
  for await (const row of rows)
    yield row.map((cell) => {
      if (typeof cell === 'boolean') return cell;
      if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
      // The format writes control characters as _x000D_: text that looks like one must not become one.
      // Two code points that XML has no place for would spoil the whole file.
      return cell === null
        ? null
        : safeText(cell)
            .replaceAll(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
            .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
    });
}

/** Moments as the clocks of a zone show them, with their distance from UTC: no hour of a year is meant by two cells. */
async function* inZone(rows: TableRows, timeZone: string): AsyncGenerator<readonly Cell[]> {
  for await (const row of rows)
    yield row.map((cell) => (cell instanceof Date ? zonedStamp(timeZone, cell.getTime()) : cell));
}

/** The heading of a column of moments: it says whose clocks they are. */
export const zonedHeading = (title: string, timeZone: string): string => `${title} (${timeZone})`;

/**
 * The answer of an export: streamed, saved and never shown in place, under a name that is safe for any text. With a
 * `timeZone` moments are written on its clocks.
 */
export const tableAnswer = (
  name: string,
  format: TableFormat,
  given: TableRows,
  timeZone: string | null = null,
): BytesAnswer => {
  const rows = timeZone === null ? given : inZone(given, timeZone);
  return new BytesAnswer(
    format === 'csv' ? csvOf(rows) : Readable.fromWeb(xlsxStream(rows) as ReadableStream<Uint8Array>),
    {
      'content-type': tableTypes[format],
      'content-disposition': attachment(name, format),
      'x-content-type-options': 'nosniff',
    },
  );
};
