import { say } from '../http/words.ts';
import type { Language } from '../http/endpoint.ts';
import { zonedHeading, type Cell } from '../table/index.ts';

/** One column of an export: the phrase of its heading, its cell, and whether the cells are moments. Days lie in the zone. */
export type ExportColumn<Row> = readonly [
  phrase: string,
  cell: (row: Row, language: Language, timeZone: string) => Cell,
  kind?: 'moment',
];

/** Headings in the language of the reader; those of moments name the zone. */
export const headingsOf = <Row>(
  columns: readonly ExportColumn<Row>[],
  language: Language,
  timeZone?: string,
): string[] =>
  columns.map(([phrase, , kind]) => {
    const title = say(language, phrase);
    return kind === 'moment' && timeZone !== undefined ? zonedHeading(title, timeZone) : title;
  });

/** Heading and rows of an export, piece by piece as the file is written. */
export async function* exportRows<Row>(
  columns: readonly ExportColumn<Row>[],
  pieces: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { language, timeZone }: { language: Language; timeZone?: string },
): AsyncGenerator<readonly Cell[]> {
  yield headingsOf(columns, language, timeZone);
  for await (const piece of pieces)
    for (const row of piece) yield columns.map(([, cell]) => cell(row, language, timeZone ?? 'UTC'));
}
