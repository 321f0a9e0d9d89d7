import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgres/test-database.ts';
import { createSeal, type Seal } from './seal.ts';

let database: TestDatabase;
let seal: Seal;
beforeAll(async () => {
  database = await createTestDatabase();
  seal = createSeal(database.connection.kysely);
});
afterAll(() => database?.drop());

it('opens what it closed, and nothing that was changed or cut anywhere', async () => {
  const closed = await seal.close('secret 巡');
  expect(await seal.open(closed)).toBe('secret 巡');
  for (let at = 0; at < closed.length; at += 1) {
    const changed = Buffer.from(closed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(seal.open(changed), `byte ${at}`).rejects.toThrow(Error);
    await expect(seal.open(closed.subarray(0, at)), `cut at ${at}`).rejects.toThrow(Error);
  }
});

it('takes no part of a mark for the whole of it', async () => {
  const closed = await seal.close('');
  for (const length of [0, 4, 8, 12, 13, 14, 15])
    await expect(seal.open(closed.subarray(0, 12 + length)), `${length} bytes`).rejects.toThrow(Error);
  expect(await seal.open(closed)).toBe('');
});
