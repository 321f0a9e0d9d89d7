import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { readZipDirectory, readZipEntry, type ZipLimits } from './zip-directory.ts';
import { zipNames, zipOf, type ZippedFile } from './zip-stream.ts';

const MB = 1_048_576;
const limits: ZipLimits = {
  entries: 100_000,
  directoryBytes: 20_000_000,
  entryBytes: 10_000_000_000,
  expandedBytes: 20_000_000_000,
  ratio: 1_000,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file whose bytes come in two pieces. */
const fileOf = (name: string, text: string, more: Partial<ZippedFile> = {}): ZippedFile => {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    at: new Date(2026, 10, 28, 13, 4, 6),
    open: async () => Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]),
    ...more,
  };
};
const textsIn = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );

/**
 * What this server reads of a zip. Of pieces of a megabyte, which are zeros here, none is written: the file has holes in
 * their places.
 */
const readBack = async (
  zip: Readable,
  wanted: string,
): Promise<{ count: number; sizes: number[]; text: string }> => {
  const path = join(folder, 'some.zip');
  const out = await open(path, 'w+');
  try {
    let at = 0;
    let held: Buffer[] = [];
    const writeHeld = async (): Promise<void> => {
      const bytes = Buffer.concat(held);
      held = [];
      await out.write(bytes, 0, bytes.length, at - bytes.length);
    };
    for await (const part of zip as AsyncIterable<Buffer>) {
      if (part.length < MB) held.push(part);
      else if (held.length > 0) await writeHeld();
      at += part.length;
    }
    await writeHeld();
    const entries = await readZipDirectory(out, limits);
    const entry = entries.find(({ name }) => name === wanted);
    const text = entry ? (await readZipEntry(out, entry)).toString() : 'not listed';
    return { count: entries.length, sizes: entries.map(({ size }) => size), text };
  } finally {
    await out.close();
    await rm(path);
  }
};

describe('a zip that is made while it is read', () => {
  const files = [
    fileOf('one.txt', 'first'),
    fileOf('../一.txt', 'second', { size: null }),
    fileOf('one.txt', 'third', { folder: 'inner' }),
    fileOf('empty.txt', ''),
  ];
  const inside = { 'one.txt': 'first', '__一.txt': 'second', 'inner/one.txt': 'third', 'empty.txt': '' };

  it('is read by others and by this server, with short numbers and with long ones', async () => {
    for (const from64 of [undefined, 0]) {
      expect(textsIn(await buffer(zipOf(files, from64)))).toEqual(inside);
      expect(await readBack(zipOf(files, from64), 'inner/one.txt')).toEqual({
        count: 4,
        sizes: [5, 6, 5, 0],
        text: 'third',
      });
    }
  });

  it('breaks off where a file is gone or has another size than was noted', async () => {
    const gone = fileOf('gone', 'x', { open: async () => null });
    await expect(buffer(zipOf([...files, gone]))).rejects.toThrow('gone');
    await expect(buffer(zipOf([fileOf('short', 'xyz', { size: 4 })]))).rejects.toThrow('another size');
  });

  it('lets go of the file that is open when nobody reads on', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.from('a');
    }
    const body = Readable.from(endless());
    const zip = zipOf([fileOf('left', '', { size: null, open: async () => body })]);
    for await (const part of zip) if (String(part) === 'a') break;
    await expect.poll(() => body.destroyed).toBe(true);
  });

  it('opens no file that it would leave open when nobody reads its header', async () => {
    const opened: Readable[] = [];
    const next = fileOf('next', 'x', {
      open: async () => {
        const body = Readable.from([Buffer.from('x')]);
        opened.push(body);
        return body;
      },
    });
    for await (const part of zipOf([fileOf('first', 'abc'), next]) as AsyncIterable<Buffer>) {
      // What stands behind the first file: the header of the next one waits by now.
      if (part.length !== 16 || part.readUInt32LE(0) !== 0x08074b50) continue;
      await nextTurn();
      break;
    }
    await nextTurn();
    expect(opened.filter(({ destroyed }) => !destroyed)).toEqual([]);
  });

  it('has more files than sixteen bits count', async () => {
    const many = Array.from({ length: 66_000 }, (_, at) => fileOf(`${at}.txt`, String(at)));
    const { count, text } = await readBack(zipOf(many), '65999.txt');
    expect(count).toBe(66_000);
    expect(text).toBe('65999');
  }, 60_000);

  it('has a file of more than four gigabytes, and one behind it', async () => {
    const zeros = Buffer.alloc(MB);
    const pieces = 4_200;
    const large = fileOf('large.bin', '', {
      size: pieces * MB,
      open: async () => Readable.from(Array.from({ length: pieces }, () => zeros)),
    });
    const { sizes, text } = await readBack(zipOf([large, fileOf('small.txt', 'behind it')]), 'small.txt');
    expect(sizes).toEqual([pieces * MB, 9]);
    expect(text).toBe('behind it');
  }, 120_000);
});

describe('names in a zip', () => {
  it('are no longer than file systems hold, keep their endings, and are whole letters', () => {
    const long = `${'长'.repeat(200)}.jpg`;
    const [first = '', second = ''] = zipNames([long, long]);
    for (const name of [first, second]) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name).toMatch(/^长+( \(2\))?\.jpg$/u);
    }
    expect(second).not.toBe(first);
    expect(zipNames(['😀'.repeat(100)])[0]).toMatch(/^(?:😀)+$/u);
    expect(zipNames(['a\uFFFD.jpg', '\uD83D.jpg'])).toEqual(['a_.jpg', '_.jpg']);
  });

  it('are each once, also where a number stands in a name, without counting through all that are there', () => {
    expect(zipNames(['a.jpg', 'A.jpg', 'a (2).jpg', 'a.jpg'])).toEqual([
      'a.jpg',
      'A (2).jpg',
      'a (2) (2).jpg',
      'a (3).jpg',
    ]);
    const many = zipNames(Array.from({ length: 100_000 }, () => 'DJI_0001.jpg'));
    expect(new Set(many).size).toBe(100_000);
    expect(many.at(-1)).toBe('DJI_0001 (100000).jpg');
  });
});

describe('the list of a zip with long numbers', () => {
  /** Why a zip is refused that was changed. */
  const refusedAfter = async (change: (zip: Buffer) => void): Promise<string> => {
    const broken = Buffer.from(await buffer(zipOf([fileOf('a', 'text')], 0)));
    change(broken);
    const out = await open(join(folder, 'cut.zip'), 'w+');
    try {
      await out.write(broken, 0, broken.length, 0);
      return await reasonOf(readZipDirectory(out, limits));
    } finally {
      await out.close();
    }
  };

  it('is refused where an extra field is shorter than it says', async () => {
    // Eight bytes instead of twenty-four: the second number would be read from what follows.
    const shorten = (zip: Buffer): void => {
      zip.writeUInt16LE(8, zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 46 + 1 + 2);
    };
    expect(await refusedAfter(shorten)).toBe('zipUnsafe');
  });

  it('is refused where it is said to lie behind the end of the file, or of any', async () => {
    for (const far of [1_000_000n, 2n ** 53n, 2n ** 64n - 1n])
      expect(await refusedAfter((zip) => zip.writeBigUInt64LE(far, zip.length - 34))).toBe('zipUnsafe');
  });
});
