import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createFrameCounter, guardPackets } from './packet-guard.ts';

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

test('a socket gives what it reads, and nothing any more from a frame that is too large', () => {
  const chunks: unknown[] = [
    Uint8Array.from(frame(10)),
    null,
    Uint8Array.from(frame(1_001)),
    Uint8Array.from([1]),
  ];
  const asked: (number | undefined)[] = [];
  const socket = {
    read(size?: number) {
      asked.push(size);
      return chunks.shift();
    },
  } as unknown as Socket;
  const tooLarge: number[] = [];
  guardPackets(socket, limits, (bytes) => tooLarge.push(bytes));
  expect(socket.read(5)).toEqual(Uint8Array.from(frame(10)));
  expect([socket.read(), socket.read(), socket.read()]).toEqual([null, null, null]);
  expect(asked).toEqual([5, undefined, undefined, undefined]);
  expect(tooLarge).toEqual([1_001]);
});

test('a length of four bytes is taken, of five it is broken', () => {
  const seen: number[] = [];
  const wide = { connect: 300_000_000, packet: 300_000_000 };
  const count = createFrameCounter(wide, (bytes) => seen.push(bytes));
  expect(count(Uint8Array.from([0x30, 0xff, 0xff, 0xff, 0x7f]))).toBe(true);
  expect(seen).toEqual([]);
  const broken = createFrameCounter(wide, (bytes) => seen.push(bytes));
  expect(broken(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
  expect(seen).toEqual([0]);
});

test('only the first frame is held to the limit of a sign-in', () => {
  expect(feed([...frame(100), ...frame(101), ...frame(1_000)], 1)).toBeUndefined();
  expect(feed([...frame(0), ...frame(500)], 1)).toBeUndefined();
  expect(feed(frame(500), 1)).toBeDefined();
});
