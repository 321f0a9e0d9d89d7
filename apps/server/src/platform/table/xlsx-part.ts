import { TableRefused } from './refused.ts';
import type { TableBounds, TableLimits } from './rows.ts';

/** A formula that was saved without the value it had: reading it as empty would be a guess. */
const formulaWithoutValue = /(<\/f>|<f\b[^<>]*\/>)\s*<\/c>/;
const sheetEnd = Buffer.from('</row></sheetData></worksheet>');
const openTag = '<'.charCodeAt(0);
const equals = '='.charCodeAt(0);
/** Signs of markup that a cell with text has, its tags and their attributes, with room to spare. */
const marksPerCell = 10;
/** The same for all that is no cell: styles, rows, sheets. */
const marksBeside = 100_000;

export const isSheet = (name: string): boolean => /worksheets/i.test(name);

/**
 * The part of a sheet that holds values: what follows the last cell with content is left out, a million empty rows
 * or merged cells just like a dozen. A sheet that is not written the usual way comes back whole, and so does one whose
 * values are more than `most` bytes: it is refused, without a copy of it.
 */
function valuesOf(content: Buffer, most: number): Buffer {
  const start = content.indexOf('<sheetData');
  const end = content.indexOf('</sheetData>', start);
  if (start === -1 || end === -1) return content;
  const lastCell = content.lastIndexOf('</c>', end);
  const cut = lastCell > start ? lastCell + 4 : content.indexOf('>', start) + 1;
  if (cut > most) return content;
  return Buffer.concat([content.subarray(0, cut), sheetEnd]);
}

/** Bytes that one letter of a cell takes at most as it is written in a part. */
const bytesPerChar = 6;

/** True when more bytes than any cell has lie between two tags. */
function hasLongerText(content: Buffer, most: number): boolean {
  for (let at = 0; at < content.length - most;) {
    const tag = content.subarray(at, at + most + 1).lastIndexOf(openTag);
    if (tag === -1) return true;
    at += tag + 1;
  }
  return false;
}

/** How many tags and attributes there are, counted no further than one beyond `most`. */
function countMarks(content: Buffer, most: number): number {
  let marks = 0;
  for (let at = 0; at < content.length && marks <= most; at += 1)
    if (content[at] === openTag || content[at] === equals) marks += 1;
  return marks;
}

/** True when there are more row tags than `most`. */
function hasMoreRows(content: Buffer, most: number): boolean {
  let at = -1;
  for (let rows = 0; rows <= most; rows += 1) if ((at = content.indexOf('<row', at + 1)) === -1) return false;
  return true;
}

/**
 * What the reader is given of one part of a workbook. The reader makes an object of each tag and attribute, so that
 * these are counted before it sees them.
 *
 * @throws TableRefused
 */
export function readablePart(
  name: string,
  bytes: Uint8Array,
  limits: TableLimits,
  bounds: TableBounds,
): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (whole.includes('<!DOCTYPE') || whole.includes('<!ENTITY'))
    throw new TableRefused('zipUnsafe', `${name}: entities`);
  const content = isSheet(name) ? valuesOf(whole, bounds.partBytes) : whole;
  const most = limits.rows * limits.columns * marksPerCell + marksBeside;
  if (content.length > bounds.partBytes || countMarks(content, most) > most)
    throw new TableRefused(
      isSheet(name) && hasMoreRows(content, limits.rows) ? 'tableTooLong' : 'tooLarge',
      name,
    );
  if (hasLongerText(content, bounds.cellChars * bytesPerChar)) throw new TableRefused('tooLarge', name);
  if (isSheet(name) && content.includes('<f') && formulaWithoutValue.test(content.toString('utf8')))
    throw new TableRefused('fileFormat', `${name}: formula without a value`);
  return content;
}
