import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { limits, tableCalls, text, zonedStamp, type CallDeclaration } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { refusalOf } from '../../testing/refusal-of.ts';
import type { CallContext } from '../http/endpoint.ts';
import { rowsXml, textCell, workbook } from '../table/test-tables.ts';
import { serveTable } from './exchange.ts';
import { openSamples, type Sample } from './list.fixture.ts';

const { administrator, clear, inside, list, rooms, stranger } = await openSamples();
afterAll(() => rooms.close());

const written: [string, object | undefined][] = [];
const add = { request: z.object({ name: text(8), weight: z.number().int().min(0).optional() }) };
const table = serveTable<Sample, object, { name: string; weight?: number }>(
  {
    word: 'task',
    title: 'task.tab',
    add: add as unknown as CallDeclaration,
    list: list,
    columns: [
      { field: 'name', heading: 'task.name', cell: (row) => row.name },
      { field: 'weight', heading: 'task.flights', cell: (row) => row.weight, read: Number },
      { field: 'parts', heading: 'task.type', cell: (row) => row.parts },
      {
        field: 'createdAt',
        heading: 'task.createdAt',
        cell: (row) => new Date(row.createdAt),
        kind: 'moment',
      },
    ],
  },
  {
    ...rooms,
    timeZoneOf: async () => 'Asia/Kolkata',
    audit: { done: async (_db, _context, action, detail) => void written.push([action, detail]) },
  },
);
beforeEach(async () => {
  await clear();
  written.length = 0;
});

const file = (content: string, context: CallContext = administrator): CallContext => ({
  ...context,
  language: 'en',
  file: { name: 'a.csv', bytes: Buffer.from(content) },
});
const names = async (context = administrator): Promise<string[]> =>
  (await list.query({ pageNum: 1, pageSize: 20 }, context)).list.map(({ name }) => name);
const exported = async (context: CallContext): Promise<string> =>
  String(await buffer((await table.export({ format: 'csv' }, context)).body as Readable));

it('rows of a file are judged by the schema of the call that adds one, and stored whole or not at all', async () => {
  const rows = '任务名称,Flights\na,2\n,3\ntoo long a name,-1\n\nb,\n';
  const judged = await table.import({ preview: 'true' }, file(rows));
  expect(judged).toMatchObject({ added: 0 });
  expect(
    judged.rows.map(({ row, cells, issues }) => [row, cells['name'], issues.map((one) => one.path)]),
  ).toEqual([
    [2, 'a', []],
    [3, '', ['name']],
    [4, 'too long a name', ['name', 'weight']],
    [6, 'b', []],
  ]);
  expect(judged.rows[2]?.issues[0]?.message).toContain('8');
  const refused = await refusalOf(table.import({}, file(rows)));
  expect(refused?.reason).toBe('invalid');
  expect(refused?.details.issues?.map(({ path }) => path)).toEqual(['3.name', '4.name', '4.weight']);
  expect(await names()).toEqual([]);
  expect(await table.import({}, file('Task,Flights\na,2\nb,\n'))).toMatchObject({ added: 2 });
  expect(await names()).toEqual(['a', 'b']);
  expect(written).toEqual([['task.import', { rows: 2 }]]);
});

it('a row that another record stands against takes all of them back', async () => {
  await table.import({}, file('Task\nb\n'));
  expect(await refusalOf(table.import({}, file('Task\na\nb\n')))).not.toBeNull();
  expect(await names()).toEqual(['b']);
});

it('as many rows as a file may have beside its heading are added within five seconds', async () => {
  const rows = Array.from({ length: limits.list.importRows }, (_, at) => `n${at},1`);
  const start = performance.now();
  const { added } = await table.import({}, file(`Task,Flights\n${rows.join('\n')}\n`));
  expect(added).toBe(rows.length);
  expect(performance.now() - start).toBeLessThan(promised(5_000));
  const tooMany = table.import({}, file(`Task,Flights\n${rows.join('\n')}\nn,1\n`));
  expect((await refusalOf(tooMany))?.reason).toBe('tableTooLong');
});

it('a file without a column that every row needs is refused, and so is one without rows', async () => {
  expect((await refusalOf(table.import({}, file('Flights\n1\n'))))?.reason).toBe('tableTemplate');
  expect((await refusalOf(table.import({}, file('Task\n\n'))))?.reason).toBe('tableEmpty');
});

it('what is exported is what the reader may see, comes back by an import, and runs no formula', async () => {
  await table.import({}, file('Task,Flights\n=1+1,2\n'));
  await table.import({}, file('Task\nbelow\n', inside));
  const all = await exported({ ...administrator, language: 'en' });
  expect(all).toContain('below');
  expect(all).toContain('(Asia/Kolkata)');
  expect(all).toContain(zonedStamp('Asia/Kolkata', rooms.clock.wall()));
  expect(all).not.toMatch(/(^|,|")=1/m);
  expect(await exported(inside)).not.toContain('1+1');
  expect(await exported(stranger)).not.toContain('below');
  await clear();
  await table.import({}, file(all));
  expect(await names()).toEqual(['=1+1', 'below']);
  const template = String(await buffer((await table.template({ format: 'csv' }, file(''))).body as Readable));
  expect(template.trim()).toBe('Task,Flights');
});

it('the calls say what they answer, write and may be refused for', () => {
  const calls = tableCalls({
    path: '/x',
    word: 'task',
    many: 'Tasks',
    one: 'a task',
    readers: ['/TaskManagerNew'],
    writers: ['task:edit'],
    filters: {},
  });
  expect(calls.import).toMatchObject({ effect: 'changes', audit: 'task.import' });
  expect(calls.export).toMatchObject({ effect: 'reads', audit: 'task.export' });
  expect(calls.import.refuses).toContain('tableTemplate');
});

it('a million rows are refused before they are read, as text and as a workbook, naming the most there may be', async () => {
  const max = limits.list.importRows;
  const long = `Task\n${'a\n'.repeat(990_000)}`;
  const rows = Array.from(
    { length: 200_000 },
    (_, at) => `<row r="${at + 1}">${textCell(`A${at + 1}`, 'a')}</row>`,
  );
  const packed = workbook(rowsXml(rows.join('')));
  expect(packed.length).toBeLessThan(limits.list.importBytes);
  for (const bytes of [Buffer.from(long), packed]) {
    const context = { ...file(''), file: { name: 'a', bytes } };
    const before = process.memoryUsage().rss;
    expect(await refusalOf(table.import({ preview: 'true' }, context))).toMatchObject({
      reason: 'tableTooLong',
      details: { values: { max } },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  }
  const beyond = { ...file(''), file: { name: 'a', bytes: Buffer.alloc(limits.table.bytes + 1, 'a\n') } };
  expect(await refusalOf(table.import({}, beyond))).toMatchObject({ reason: 'tooLarge' });
  expect(await names()).toEqual([]);
});
