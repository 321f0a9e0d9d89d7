import { strToU8 } from 'fflate';
import { limits as productLimits } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { dateStyles, lyingWorkbook, rowsXml, textCell, workbook } from './test-tables.ts';
import { readTable } from './index.ts';
import { TableRefused } from './refused.ts';
import { readablePart } from './xlsx-part.ts';
import { readXlsx } from './xlsx-read.ts';

const limits = { rows: 99, columns: 20 };
const read = (bytes: Uint8Array | string, most = limits): Promise<string[][]> =>
  readTable({ name: 'a', bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes }, most);
const reasonOf = (bytes: Uint8Array | string, most = limits): Promise<string> =>
  read(bytes, most).then(
    (rows) => `read ${rows.length}`,
    (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
  );
const gb18030 = Uint8Array.from([0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xb1, 0xe0, 0xc2, 0xeb]);

describe('text with separators', () => {
  it('is read in the encodings and with the separators that spreadsheet programs use', async () => {
    const expected = [['名称', '编码']];
    expect(await read('名称,编码')).toEqual(expected);
    expect(await read('\uFEFF名称;编码\r\n')).toEqual(expected);
    expect(await read(gb18030)).toEqual(expected);
    expect(await read(Buffer.from('\uFEFF名称\t编码\n', 'utf16le'))).toEqual(expected);
  });

  it('keeps the row numbers of the file, quotes, line breaks and a hostile heading', async () => {
    expect(await read('__proto__,"a ""b"" ,\r\nc"\r\n\r\n1,\n\n,,\n')).toEqual([
      ['__proto__', 'a "b" ,\r\nc'],
      [],
      ['1'],
    ]);
    expect(await read('a\rb\r')).toEqual([['a'], ['b']]);
  });

  it('is refused when it is none, or more than is allowed', async () => {
    expect(await reasonOf('"a')).toBe('fileFormat');
    expect(await reasonOf('"a"b,c')).toBe('fileFormat');
    expect(await reasonOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('fileFormat');
    expect(await reasonOf('a\n'.repeat(101))).toBe('tableTooLong');
    expect(await reasonOf(`a${'\n'.repeat(1_048_576)}`)).toBe('read 1');
    expect(await reasonOf(`${','.repeat(20)}a`)).toBe('tooLarge');
    expect(await reasonOf(','.repeat(1_000_000))).toBe('tooLarge');
    expect(await reasonOf('a'.repeat(40_000))).toBe('tooLarge');
    expect(await reasonOf(`"${'""'.repeat(2_000_000)}"`)).toBe('tooLarge');
    expect(await reasonOf(new Uint8Array(10_000_001))).toBe('tooLarge');
    const full = `${'a'.repeat(30_000)},`.repeat(20);
    expect(await reasonOf(`${full}\n`.repeat(6))).toBe('read 6');
    expect(await reasonOf(`${full}\n`.repeat(7))).toBe('tooLarge');
  });
});

describe('an Excel file', () => {
  it('gives texts, figures, dates and the value of a formula', async () => {
    const rows = `<row r="1">${textCell('A1', '__proto__')}${textCell('C1', 'x')}</row>
      <row r="3"><c r="A3"><v>0.1</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="1"><v>46037</v></c>
      <c r="D3" s="1"><v>46037.5</v></c><c r="E3"><f>A3*2</f><v>0.2</v></c>
      <c r="F3" t="str"><f>'[1]S'!A1</f><v>outside</v></c></row>`;
    expect(await read(workbook(rowsXml(rows), {}, dateStyles))).toEqual([
      ['__proto__', '', 'x'],
      [],
      ['0.1', 'true', '2026-01-15', '2026-01-15 12:00:00', '0.2', 'outside'],
    ]);
  });

  it('is read without its macros, links and merged cells, however many', async () => {
    const merged = Array.from({ length: 800_000 }, (_, i) => `<mergeCell ref="A${i + 1}:B${i + 1}"/>`);
    const sheet = `${rowsXml(`<row r="1">${textCell('A1', 'x')}</row>`)}<mergeCells>${merged.join('')}</mergeCells>`;
    const more = {
      'xl/vbaProject.bin': strToU8('macro'),
      'xl/externalLinks/externalLink1.xml': strToU8('<a/>'),
    };
    expect(await read(workbook(rowsXml(`<row r="1">${textCell('A1', 'x')}</row>`), more))).toEqual([['x']]);
    // On a machine that is busy with other things the thread may run out of time.
    expect(['read 1', 'tooLarge']).toContain(await reasonOf(workbook(sheet)));
  });

  it('of empty rows, up to the last one there can be, is read exactly or refused', async () => {
    const empty = Array.from({ length: 1_048_576 }, (_, i) => `<row r="${i + 1}"/>`);
    expect(['read 0', 'tooLarge']).toContain(await reasonOf(workbook(rowsXml(empty.join('')))));
    const last = `<row r="1048576">${textCell('A1048576', 'x')}</row>`;
    expect(await reasonOf(workbook(rowsXml(last)))).toBe('tableTooLong');
    expect(await reasonOf(workbook(rowsXml(`<row r="1">${textCell('XFD1', 'x')}</row>`)))).toBe('tooLarge');
  });

  it('shows its reader only what can be a table of the size that is asked for', () => {
    const shown = (sheet: string, name = 'xl/worksheets/sheet1.xml'): string =>
      Buffer.from(readablePart(name, strToU8(sheet), limits, productLimits.table)).toString();
    const heading = `<row r="1">${textCell('A1', 'x')}</row>`;
    const filled = '<row><c><v>1</v></c></row>'.repeat(50_000);
    const merged = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
    for (const after of ['', '<row r="2"/>'.repeat(100), '<row r="2"><c r="A2" s="1"/></row>'])
      expect(shown(`${rowsXml(heading + after)}${merged}`)).toBe(
        `<sheetData>${heading.replace('</row>', '')}</row></sheetData></worksheet>`,
      );
    expect(shown(rowsXml('<row r="1"/>'))).toBe('<sheetData></row></sheetData></worksheet>');
    expect(shown(`<x:sheetData>${heading}</x:sheetData>`)).toBe(`<x:sheetData>${heading}</x:sheetData>`);
    expect(() => shown(rowsXml(filled))).toThrow(expect.objectContaining({ reason: 'tableTooLong' }));
    const wide = `<row ${'a="" '.repeat(200_000)}><c><v>1</v></c></row>`;
    expect(() => shown(rowsXml(wide))).toThrow(expect.objectContaining({ reason: 'tooLarge' }));
    const text = (length: number): string => `<si><t>${'a'.repeat(length)}</t></si>`;
    expect(shown(text(180_000), 'xl/sharedStrings.xml')).toBe(text(180_000));
    expect(() => shown(`${text(10)}${text(200_000)}`, 'xl/sharedStrings.xml')).toThrow(
      expect.objectContaining({ reason: 'tooLarge' }),
    );
    const strings = '<si><t>a</t></si>'.repeat(50_000);
    expect(() => shown(strings, 'xl/sharedStrings.xml')).toThrow(
      expect.objectContaining({ reason: 'tooLarge' }),
    );
  });

  it('is read though another of its sheets holds more than a table may', async () => {
    const long = rowsXml(Array.from({ length: 50_000 }, (_, i) => `<row><c><v>${i}</v></c></row>`).join(''));
    const more = { 'xl/worksheets/sheet2.xml': strToU8(long) };
    expect(await read(workbook(rowsXml(`<row r="1">${textCell('A1', 'x')}</row>`), more))).toEqual([['x']]);
    expect(await reasonOf(workbook(long))).toBe('tableTooLong');
  });

  it('that is a bomb, lies about its size, hides a name, holds entities or an unknown value is refused', async () => {
    const fine = rowsXml(`<row r="1">${textCell('A1', 'x')}</row>`);
    expect(await reasonOf(workbook(fine, { 'xl/media/a.bin': new Uint8Array(60_000_000) }))).toBe(
      'zipUnsafe',
    );
    expect(await reasonOf(lyingWorkbook())).toBe('zipUnsafe');
    for (const name of ['../evil.xml', '/evil.xml', 'XL/Workbook.xml', 'a\\b', 'C:/a'])
      expect(await reasonOf(workbook(fine, { [name]: strToU8('x') })), name).toBe('zipUnsafe');
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`a${i}`, strToU8('x')]));
    expect(await reasonOf(workbook(fine, many))).toBe('zipUnsafe');
    const entity = strToU8('<!DOCTYPE a [<!ENTITY b "c">]><styleSheet/>');
    expect(await reasonOf(workbook(fine, { 'xl/styles.xml': entity }))).toBe('zipUnsafe');
    const formula = rowsXml('<row r="1"><c r="A1"><f>NOW()</f></c></row>');
    expect(await reasonOf(workbook(formula))).toBe('fileFormat');
    expect(await reasonOf(workbook('<sheetData><row'))).toMatch(/fileFormat|read 0/);
  });

  it('that was damaged anywhere is refused or read, never an error of ours', async () => {
    const good = workbook(rowsXml(`<row r="1">${textCell('A1', 'x')}</row>`));
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, value) => {
        const bad = good.slice();
        bad[at] = value;
        await readXlsx(bad, limits, productLimits.table).catch((error: unknown) =>
          expect(error).toBeInstanceOf(TableRefused),
        );
      }),
    );
  });
});
