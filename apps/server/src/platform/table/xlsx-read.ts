import { zipSync, type Zippable } from 'fflate';
import { textOf, type Cell } from './cell.ts';
import { TableRefused } from './refused.ts';
import { rowGatherer, type TableBounds, type TableLimits } from './rows.ts';
import { isSheet, readablePart } from './xlsx-part.ts';
import { expandSafely } from './zip-guard.ts';

/** What a table of values needs. Macros, drawings, links to other files and everything else is left behind. */
const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

/**
 * Reads the first sheet. The reader is given an archive that was made here from proved parts, never the one that
 * came, so that two programs cannot disagree about what is in it.
 *
 * @throws TableRefused
 */
export async function readXlsx(
  bytes: Uint8Array,
  limits: TableLimits,
  bounds: TableBounds,
): Promise<{ rows: string[][]; formulas: string[] }> {
  const { repacked, leftOut, formulas } = repack(bytes, limits, bounds);
  const gatherer = rowGatherer(limits, bounds);
  // Loaded when it is needed: most tables are text.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const row of streamXlsxRows(zipSync(repacked)))
      gatherer.put(
        row.index,
        row.values.map((value) => (value instanceof Date ? dateText(value) : textOf(value as Cell))),
      );
  } catch (error) {
    if (error instanceof TableRefused) throw error;
    if (leftOut) throw leftOut;
    throw new TableRefused('fileFormat', error instanceof Error ? error.message : 'broken sheet');
  }
  return { rows: gatherer.rows, formulas };
}

/** More of them tell nobody anything new. */
const mostFormulas = 1_000;

/** Names of cells whose value comes from a formula. */
function formulasIn(sheet: Uint8Array): string[] {
  const names: string[] = [];
  const cell = /<(?:\w+:)?c\b[^<>]{0,400}?\br="([A-Z]{1,3}\d{1,7})"[^<>]{0,400}>\s{0,100}<(?:\w+:)?f\b/g;
  for (const [, name = ''] of Buffer.from(sheet).toString('latin1').matchAll(cell)) {
    names.push(name);
    if (names.length >= mostFormulas) break;
  }
  return names;
}

/** Sheets that cannot be read are left out: the one that is wanted may be another. */
function repack(
  bytes: Uint8Array,
  limits: TableLimits,
  bounds: TableBounds,
): { repacked: Zippable; leftOut: TableRefused | null; formulas: string[] } {
  const repacked: Zippable = {};
  const formulas: string[] = [];
  let leftOut: TableRefused | null = null;
  const take = (name: string, content: Uint8Array): void => {
    try {
      const part = readablePart(name, content, limits, bounds);
      repacked[name] = [part, { level: 0 }];
      if (/\/sheet1\.xml$/i.test(name)) for (const one of formulasIn(part)) formulas.push(one);
    } catch (error) {
      if (!(error instanceof TableRefused) || error.reason === 'zipUnsafe' || !isSheet(name)) throw error;
      leftOut ??= error;
    }
  };
  expandSafely(bytes, bounds, (name) => wanted.test(name), take);
  return { repacked, leftOut, formulas };
}

/** A sheet's dates stand in no time zone: they are given as the sheet shows them. */
function dateText(date: Date): string {
  const text = date.toISOString();
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, 10);
  return text.replace('T', ' ').replace(/(\.000)?Z$/, '');
}
