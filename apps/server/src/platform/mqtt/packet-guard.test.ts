import { expect, test } from 'vitest';
import { createFrameCounter } from './packet-guard.ts';

const limits = { connect: 100, packet: 1_000 };

/** A frame with a one-byte header, the length in MQTT's form and that many bytes. */
function frame(length: number): number[] {
  const digits: number[] = [];
  let rest = length;
  do {
    digits.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return [0x30, ...digits, ...Array.from({ length }, () => 0xff)];
}

function feed(bytes: number[], chunk: number): number | undefined {
  let tooLarge: number | undefined;
  const count = createFrameCounter(limits, (size) => (tooLarge ??= size));
  for (let at = 0; at < bytes.length; at += chunk) {
    if (!count(Uint8Array.from(bytes.slice(at, at + chunk)))) break;
  }
  return tooLarge;
}

test.each([1, 2, 3, 7, 10_000])('frames within the limits pass in chunks of %i', (chunk) => {
  const stream = [...frame(100), ...frame(0), ...frame(127), ...frame(128), ...frame(1_000), ...frame(2)];
  expect(feed(stream, chunk)).toBeUndefined();
});

test.each([1, 3, 10_000])('a frame beyond the limit is caught in chunks of %i', (chunk) => {
  expect(feed([...frame(10), ...frame(1_001)], chunk)).toBe(1_001);
  expect(feed(frame(101), chunk)).toBe(101);
});

test('a length that never ends is caught', () => {
  expect(feed([...frame(1), 0x30, 0x80, 0x80, 0x80, 0x80, 0x01], 1)).toBeDefined();
});
