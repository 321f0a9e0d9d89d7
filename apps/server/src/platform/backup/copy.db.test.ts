import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
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
