import { zipSync, type Zippable } from 'fflate';
import { textOf, type Cell } from './cell.ts';
import { TableRefused } from './refused.ts';
import { rowGatherer, type TableBounds, type TableLimits } from './rows.ts';
import { expandSafely } from './zip-guard.ts';

/** What a table of values needs. Macros, drawings, links to other files and everything else is left behind. */
const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
/** A formula that was saved without the value it had: reading it as empty would be a guess. */
const formulaWithoutValue = /(<\/f>|<f\b[^>]*\/>)\s*<\/c>/;

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
): Promise<string[][]> {
  const parts = expandSafely(bytes, bounds, (name) => wanted.test(name));
  for (const [name, content] of parts) checkXml(name, content);
  const repacked: Zippable = {};
  for (const [name, content] of parts) repacked[name] = [content, { level: 0 }];
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
    throw new TableRefused('fileFormat', error instanceof Error ? error.message : 'broken sheet');
  }
  return gatherer.rows;
}

function checkXml(name: string, content: Uint8Array): void {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
    throw new TableRefused('zipUnsafe', `${name}: entities`);
  if (/worksheets/i.test(name) && text.includes('<f') && formulaWithoutValue.test(text.toString('utf8')))
    throw new TableRefused('fileFormat', `${name}: formula without a value`);
}

/** A sheet's dates stand in no time zone: they are given as the sheet shows them. */
function dateText(date: Date): string {
  const text = date.toISOString();
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, 10);
  return text.replace('T', ' ').replace(/(\.000)?Z$/, '');
}
