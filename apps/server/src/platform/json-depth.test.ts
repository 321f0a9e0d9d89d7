import { describe, expect, it } from 'vitest';
import { isDeeperThan, parseForeignJson } from './json-depth.ts';
import { readVectorFile } from './vector-file/index.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the depth of a JSON text', () => {
  it('is counted outside strings, and before anything is parsed', () => {
    expect([isDeeperThan(nested(3), 3), isDeeperThan(nested(4), 3)]).toEqual([false, true]);
    expect(isDeeperThan(`{"a":"${'['.repeat(50)}\\"["}`, 3)).toBe(false);
    expect(isDeeperThan('[],[],[],[{}]', 2)).toBe(false);
    expect(isDeeperThan('['.repeat(100), 3)).toBe(true);
  });

  it('of a file has an end, and a mark of its bytes is none of it', () => {
    expect(parseForeignJson(`\uFEFF${nested(64)}`)).toHaveLength(1);
    expect(() => parseForeignJson(nested(65))).toThrow('too deep');
  });
});

it('a file of 8 MB of nested brackets takes no memory to refuse', () => {
  const bytes = new TextEncoder().encode(`{"type":"FeatureCollection","features":${nested(4_000_000)}}`);
  const before = process.memoryUsage();
  const read = readVectorFile(bytes, { fileBytes: 20_000_000, expandedBytes: 20_000_000, rows: 10 });
  const after = process.memoryUsage();
  expect(read).toMatchObject({ ok: false, detail: expect.stringContaining('too deep') });
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(60_000_000);
});
