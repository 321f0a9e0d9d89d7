import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { promised } from '@eyrie/testing';
import { copyOut } from './copy.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('hands out every row as it is, however late it is read', async () => {
  const count = 20_000;
  const row = `select n || repeat('x', n % 997) as line from generate_series(1, ${count}) n`;
  const { stream, rows } = copyOut(client, `copy (${row}) to stdout`);
  const parts: Buffer[] = [];
  for await (const part of stream) {
    // A slow disk: the database goes on sending meanwhile.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    parts.push(part as Buffer);
  }
  const expected = Array.from({ length: count }, (_, at) => `${at + 1}${'x'.repeat((at + 1) % 997)}\n`);
  expect(rows()).toBe(count);
  expect(Buffer.concat(parts).toString() === expected.join('')).toBe(true);
});

/** Resolves with the bytes of a table that is read late: the database says its last words while the reader stands still. */
const readLate = async (bytes: number): Promise<number> => {
  const { stream } = copyOut(client, `copy (select repeat('x', ${bytes})) to stdout`);
  await new Promise((resolve) => stream.once('readable', resolve));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  let read = 0;
  for await (const part of stream) read += (part as Buffer).length;
  return read;
};

it(
  'goes on with the next table, whatever is left of this one when its last words come',
  async () => {
    const sizes = [1_000, 16_000, 16_384, 40_000, 65_000, 65_536, 70_000, 131_072, 200_000, 1_000_000];
    for (const size of sizes) expect(await readLate(size)).toBe(size + 1);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  },
  promised(10_000),
);

it(
  'lets the connection be used again when the reader gives up in the middle',
  async () => {
    const { stream } = copyOut(
      client,
      `copy (select repeat('x', 1000) from generate_series(1, 5000)) to stdout`,
    );
    stream.on('error', () => undefined);
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  },
  promised(10_000),
);
