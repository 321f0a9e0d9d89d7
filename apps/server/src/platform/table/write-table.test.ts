import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { limits as productLimits } from '@eyrie/domain';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv-read.ts';
import { csvOf, tableAnswer, textOf, xlsxOf, type Cell } from './index.ts';
import { readXlsx } from './xlsx-read.ts';

const csv = async (rows: Cell[][]): Promise<Uint8Array> => buffer(csvOf(rows));
const limits = { rows: 1_000, columns: 100 };
const { table: bounds } = productLimits;

/** What a table has in common with its copy: cells as text, without empty ends. */
function normal(rows: Cell[][]): string[][] {
  const kept = rows.map((row) => {
    const texts = row.map(textOf);
    while (texts.at(-1) === '') texts.pop();
    return texts;
  });
  while (kept.at(-1)?.length === 0) kept.pop();
  return kept;
}

const sharp = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  "'",
  '"',
  ',',
  ';',
  '＝',
  ' ',
  '_x000D_',
  '_',
);
const text = fc
  .oneof(
    fc.string(),
    fc.array(fc.oneof(sharp, fc.string({ unit: 'grapheme', maxLength: 3 }))).map((all) => all.join('')),
  )
  // What no field of ours takes, no export meets.
  .map((value) => value.replaceAll(/(?![\t\r\n])\p{Cc}|[\uFFFE\uFFFF]/gu, '').toWellFormed());
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
);
const table = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 30 });

describe('what was written comes back equal', () => {
  it('as text with separators', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(readCsv(await csv(rows), limits, bounds)).toEqual(normal(rows));
      }),
    );
  });

  it('as an Excel file', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect((await readXlsx(await xlsxOf(rows), limits, bounds)).rows).toEqual(normal(rows));
      }),
    );
  });
});

describe('no cell is a live formula', () => {
  const names = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', "'=1", '＝1', '=cmd|"/c calc"!A0'];

  it('in text with separators', async () => {
    const written = (await csv(names.map((name) => [name, name]))).toString();
    for (const begin of written.matchAll(/(?:^\uFEFF|,|\r\n)"?(.)/g)) expect(begin[1]).toBe("'");
    expect(readCsv(Buffer.from(written), limits, bounds)).toEqual(names.map((name) => [name, name]));
  });

  it('in an Excel file', async () => {
    const sheet = strFromU8(unzipSync(await xlsxOf([names]))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('cmd|');
    expect(sheet).not.toMatch(/<f\b/);
  });
});

describe('an export', () => {
  it('is streamed under a name that is safe for any text, and never shown in place', async () => {
    const { headers, body } = tableAnswer('码表 "x"\r\n../a', 'csv', [
      ['a', 1],
      [null, true],
    ]);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[A-Za-z0-9._-]+\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await buffer(body as Readable)).toString()).toBe('\uFEFFa,1\r\n,true\r\n');
  });

  it('asks for rows as they are taken', async () => {
    let made = 0;
    const endless = function* () {
      for (;;) yield [`row ${(made += 1)}`, 'x'.repeat(100)];
    };
    const stream = csvOf(endless());
    for await (const piece of stream) {
      expect((piece as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect(made).toBeLessThan(2_000);
  });
});
