import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { joinCrc } from './crc-join.ts';

it('joins the sums of runs to that of all bytes', () => {
  const bytes = randomBytes(100_003);
  for (const cut of [0, 1, 7, 4_096, 65_537, 100_002, 100_003]) {
    const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
    expect(joinCrc(crc32(first), crc32(second), second.length)).toBe(crc32(bytes));
  }
});

it('joins runs that are longer than 32 bits count', () => {
  // Zeros behind a sum shift it: twice four gigabytes of them are eight.
  const four = 2 ** 32 + 5;
  const zeros = (first: number, length: number): number => joinCrc(first, 0, length);
  expect(zeros(zeros(0x12345678, four), four)).toBe(zeros(0x12345678, 2 * four));
  expect(joinCrc(0x12345678, crc32(Buffer.alloc(1000)), 1000)).toBe(crc32(Buffer.alloc(1000), 0x12345678));
});
