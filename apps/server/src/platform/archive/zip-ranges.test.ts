import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { planZip, type StoredFile, type ZipRange } from './zip-ranges.ts';
import { zipOf } from './zip-stream.ts';

/** Ranges that were read of each file. */
const read: Record<string, ZipRange[]> = {};
const at = new Date(2026, 10, 28, 13, 4, 6);
const fileOf = (name: string, text: string, more: Partial<StoredFile> = {}): StoredFile => {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    at,
    mark: name,
    crc32: async () => crc32(bytes),
    open: async (range) => {
      (read[name] ??= []).push(range);
      return { stream: Readable.from([bytes.subarray(range.start, range.end + 1)]), size: bytes.length };
    },
    ...more,
  };
};
const files = [
  fileOf('older.txt', 'zeroth', { crc32: async () => null }),
  fileOf('one.txt', 'first'),
  fileOf('一.txt', 'second', { folder: 'inner' }),
  fileOf('empty.txt', ''),
  fileOf('old.txt', 'fourth', { crc32: async () => null }),
];
const streamed = (some: readonly StoredFile[], from64?: number): Promise<Buffer> =>
  buffer(
    zipOf(
      some.map(({ open, size, ...file }) => ({
        ...file,
        size,
        open: async () =>
          size === 0 ? Readable.from([]) : ((await open({ start: 0, end: size - 1 }))?.stream ?? null),
      })),
      from64,
    ),
  );

it('any range of a planned zip has the bytes of the zip that is made in one go', async () => {
  for (const from64 of [undefined, 0]) {
    const whole = await streamed(files, from64);
    const plan = planZip(files, from64);
    expect(plan.length).toBe(whole.length);
    for (let start = 0; start < whole.length; start += 1)
      for (const end of [start, Math.min(start + 9, whole.length - 1), whole.length - 1])
        expect((await buffer(plan.open({ start, end }))).equals(whole.subarray(start, end + 1))).toBe(true);
  }
});

it('nothing before a range is read for it, and nothing of a file for its sum where that was kept', async () => {
  const plan = planZip(files);
  for (const name of Object.keys(read)) delete read[name];
  const whole = await streamed(files);
  for (const name of Object.keys(read)) delete read[name];
  const start = whole.indexOf('second') + 3;
  expect(String(await buffer(plan.open({ start, end: start + 1 })))).toBe('on');
  expect(read).toEqual({ '一.txt': [{ start: 3, end: 4 }] });
  // The directory lists all sums: of those in the range, only one that was not kept is counted.
  await buffer(plan.open({ start: plan.length - 30, end: plan.length - 1 }));
  expect(Object.keys(read).toSorted()).toEqual(['old.txt', '一.txt']);
});

it('breaks off where a file is gone, is longer than was noted or has other bytes than came', async () => {
  const all = (file: StoredFile): Promise<Buffer> => {
    const plan = planZip([file]);
    return buffer(plan.open({ start: 0, end: plan.length - 1 }));
  };
  await expect(all(fileOf('x', 'abc', { open: async () => null }))).rejects.toThrow('gone');
  await expect(all(fileOf('x', 'abc', { size: 2 }))).rejects.toThrow('another size');
  await expect(all(fileOf('x', 'abc', { crc32: async () => 1 }))).rejects.toThrow('other bytes');
  expect((await all(fileOf('x', 'abc'))).length).toBeGreaterThan(3);
});

it('counts no file to its end for an answer that nobody reads any more', async () => {
  const size = 1_000;
  let counted = 0;
  async function* body(): AsyncGenerator<Buffer> {
    for (; counted < size; counted += 1) {
      if (counted === 10) stream.destroy();
      yield Buffer.from('x');
    }
  }
  const plan = planZip([
    fileOf('x', '', {
      size,
      crc32: async () => null,
      open: async () => ({ stream: Readable.from(body()), size }),
    }),
  ]);
  const stream = plan.open({ start: plan.length - 60, end: plan.length - 1 });
  const closed = once(stream, 'close');
  stream.resume();
  await closed;
  expect(counted).toBeGreaterThan(9);
  expect(counted).toBeLessThan(size);
});

it('has another mark when a name, a size or the bytes of a file differ', () => {
  const marks = [
    planZip([fileOf('x', 'abc')]),
    planZip([fileOf('x', 'abcd')]),
    planZip([fileOf('y', 'abc', { mark: 'x' })]),
    planZip([fileOf('x', 'abc', { mark: 'again' })]),
  ].map(({ mark }) => mark);
  expect(new Set(marks).size).toBe(4);
  expect(planZip([fileOf('x', 'abc')]).mark).toBe(marks[0]);
});
