import { mkdtempSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { CloudNode } from './cloud-tree.ts';
import { blockPoints, createRow, createSpool, words } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'eyrie-spool-'));
let file: FileHandle;
beforeEach(async () => {
  file = await open(join(folder, 'points'), 'w+');
});
afterEach(() => file.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blockBytes = blockPoints * words * 4;
const nodeOf = (): CloudNode => ({
  level: 0,
  place: [0, 0, 0],
  total: 0,
  children: [],
  passed: 0,
  kept: 0,
  blocks: [],
  pending: null,
});
const points = (count: number, from: number): Int32Array =>
  Int32Array.from({ length: count * words }, (_, at) => from + at);

it.each([0, 100, 1e9])('points come back in their order, %d bytes of them from memory', async (held) => {
  const row = createRow(file, held);
  const all = [points(3, 0), points(2, 1_000), points(4, -5)];
  for (const some of all) await row.add(some);
  const { size } = await file.stat();
  expect(size).toBe({ 0: 180, 100: 80, 1e9: 0 }[held]);
  const read: number[] = [];
  for await (const some of row.read()) read.push(...some);
  expect(read).toEqual(all.flatMap((some) => [...some]));
});

it.each([0, blockBytes, 1e9])('points of nodes come back, %d bytes of them from memory', async (held) => {
  const spool = createSpool(file, held);
  const [one, other] = [nodeOf(), nodeOf()];
  const count = 2 * blockPoints + 7;
  const some = points(count, 0);
  for (let at = 0; at < count; at += 1) {
    await spool.add(one, some, at * words);
    if (at % 3 === 0) await spool.add(other, some, at * words);
  }
  expect((await file.stat()).size > 0).toBe(held < 1e9);
  expect([...(await spool.read(one))]).toEqual([...some]);
  const third = Array.from({ length: Math.ceil(count / 3) }, (_, at) => [
    ...some.subarray(at * 3 * words, (at * 3 + 1) * words),
  ]);
  expect([...(await spool.read(other))]).toEqual(third.flat());
});
