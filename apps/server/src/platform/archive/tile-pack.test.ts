import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { processorTime } from '@eyrie/testing';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { packTiles } from './tile-pack.ts';

let folder: string;
let png: Uint8Array;
let jpg: Uint8Array;
let webp: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-tiles-'));
  const tile = sharp({ create: { width: 256, height: 256, channels: 3, background: '#2fb3a6' } });
  png = new Uint8Array(await tile.png().toBuffer());
  jpg = new Uint8Array(await tile.jpeg().toBuffer());
  webp = new Uint8Array(await tile.webp().toBuffer());
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
const pack = async (zip: Uint8Array) => {
  const path = join(folder, `${(count += 1)}`);
  await writeFile(path, zip);
  const packed = await packTiles(path, `${path}.tiles`);
  return { ...packed, bytes: await readFile(`${path}.tiles`) };
};
const reasonOf = async (zip: Uint8Array): Promise<string> => {
  let reason = 'taken';
  const took = await processorTime(() =>
    pack(zip).catch((error: unknown) => {
      reason = error instanceof Refusal ? error.reason : String(error);
    }),
  );
  expect(took).toBeLessThan(2_000);
  return reason;
};

interface RawEntry {
  name: string;
  data?: Buffer;
  /** What the lists claim, where it is not the truth. */
  size?: number;
  deflate?: boolean;
  flags?: number;
  mode?: number;
  /** Lies where the one before lies. */
  shared?: boolean;
}

/** A zip byte by byte: with names, sizes and numbers that no program would write. */
const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const files: Buffer[] = [];
  const lists: Buffer[] = [];
  let at = 0;
  let last = 0;
  for (const { name, data = Buffer.from(png), deflate = false, flags = 0, ...more } of entries) {
    const packed = deflate ? deflateRawSync(data, { level: 9 }) : data;
    const size = more.size ?? data.length;
    const local = Buffer.alloc(30 + Buffer.byteLength(name));
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(deflate ? 8 : 0, 8);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    local.write(name, 30);
    const list = Buffer.alloc(46 + Buffer.byteLength(name));
    list.writeUInt32LE(0x02014b50, 0);
    list.writeUInt16LE(flags, 8);
    list.writeUInt16LE(deflate ? 8 : 0, 10);
    list.writeUInt32LE(crc32(data), 16);
    list.writeUInt32LE(packed.length, 20);
    list.writeUInt32LE(size, 24);
    list.writeUInt16LE(Buffer.byteLength(name), 28);
    list.writeUInt32LE(((more.mode ?? 0) << 16) >>> 0, 38);
    list.writeUInt32LE(more.shared ? last : at, 42);
    list.write(name, 46);
    lists.push(list);
    if (more.shared) continue;
    files.push(local, packed);
    last = at;
    at += local.length + packed.length;
  }
  const list = Buffer.concat(lists);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
};

describe('a zip of tiles', () => {
  it('is laid out so that each tile is found by its place, also below one folder', async () => {
    const { tiles, bytes } = await pack(
      zipSync({
        'map/3/1/2.png': png,
        'map/3/1/3.jpg': jpg,
        'map/4/2/5.webp': webp,
        'map/metadata.json': png,
      }),
    );
    expect(tiles.map(({ z, x, y, contentType }) => `${z}/${x}/${y} ${contentType}`).toSorted()).toEqual([
      '3/1/2 image/png',
      '3/1/3 image/jpeg',
      '4/2/5 image/webp',
    ]);
    const second = tiles.find(({ contentType }) => contentType === 'image/jpeg');
    expect(bytes.subarray(second?.start, (second?.start ?? 0) + (second?.length ?? 0))).toEqual(
      Buffer.from(jpg),
    );
  });

  it('is told by content, not by the ending of names', async () => {
    const { tiles } = await pack(zipSync({ '1/0/0.png': jpg }));
    expect(tiles[0]?.contentType).toBe('image/jpeg');
  });

  it('may be stored or deflated, and comes out as it went in', async () => {
    for (const deflate of [true, false]) {
      const { bytes } = await pack(rawZip([{ name: '0/0/0.png', deflate }]));
      expect(bytes).toEqual(Buffer.from(png));
    }
  });
});

describe('refused is', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  it.each([
    ['a page among the tiles', 'zipNotTiles', () => zipSync({ '1/0/0.png': png, 'index.html': page })],
    ['a drawing', 'zipNotTiles', () => zipSync({ '1/0/0.svg': page })],
    ['a script', 'zipNotTiles', () => zipSync({ '1/0/0.png': png, 'tiles.js': page })],
    ['a page that is called a tile', 'zipNotTiles', () => zipSync({ '1/0/0.png': page })],
    ['a zip without tiles', 'zipNotTiles', () => zipSync({ 'metadata.json': png })],
    ['a tile outside its level', 'zipNotTiles', () => zipSync({ '1/2/0.png': png })],
    ['a level that no map shows', 'zipNotTiles', () => zipSync({ '31/0/0.png': png })],
    ['one place twice', 'zipNotTiles', () => zipSync({ '1/0/0.png': png, '1/0/0.jpg': jpg })],
    ['an empty file', 'fileFormat', () => new Uint8Array()],
    ['a picture', 'fileFormat', () => png],
    [
      'a zip with something behind it',
      'fileFormat',
      () => Buffer.concat([zipSync({ '1/0/0.png': png }), page]),
    ],
    ['a name that climbs', 'zipUnsafe', () => rawZip([{ name: '../../1/0/0.png' }])],
    ['a name that climbs backwards', 'zipUnsafe', () => rawZip([{ name: '..\\1\\0\\0.png' }])],
    ['an absolute name', 'zipUnsafe', () => rawZip([{ name: '/1/0/0.png' }])],
    ['a drive', 'zipUnsafe', () => rawZip([{ name: 'C:/1/0/0.png' }])],
    ['a name with a line break', 'zipUnsafe', () => rawZip([{ name: '1/0/0.png\r\nx' }])],
    ['a name of a million letters', 'zipUnsafe', () => rawZip([{ name: `${'a'.repeat(60_000)}.png` }])],
    ['a link', 'zipUnsafe', () => rawZip([{ name: '1/0/0.png', mode: 0xa1ff }])],
    ['an encrypted file', 'zipUnsafe', () => rawZip([{ name: '1/0/0.png', flags: 1 }])],
    [
      'a bomb',
      'zipUnsafe',
      () => rawZip([{ name: '1/0/0.png', data: Buffer.alloc(1_900_000), deflate: true }]),
    ],
    [
      'a bomb that lies about its size',
      'zipUnsafe',
      () => rawZip([{ name: '1/0/0.png', data: Buffer.alloc(50_000_000), deflate: true, size: 100 }]),
    ],
    [
      'files that lie over each other',
      'zipUnsafe',
      () => rawZip(Array.from({ length: 60 }, (_, at) => ({ name: `9/0/${at}.png`, shared: at > 0 }))),
    ],
    [
      'a hundred thousand files and one',
      'zipUnsafe',
      () =>
        rawZip(
          Array.from({ length: 100_001 }, (_, at) => ({
            name: `17/${at >> 8}/${at & 255}.png`,
            data: Buffer.from('x'),
          })),
        ),
    ],
  ])('%s', async (_, reason, make) => {
    expect(await reasonOf(make())).toBe(reason);
  });

  it('a wrong check sum', async () => {
    const zip = rawZip([{ name: '1/0/0.png' }]);
    const at = zip.indexOf('IDAT') + 6;
    zip.writeUInt8(zip.readUInt8(at) ^ 1, at);
    expect(await reasonOf(zip)).toBe('zipUnsafe');
  });

  it('whatever was damaged: never a failure of ours', async () => {
    const zip = rawZip([{ name: '1/0/0.png' }, { name: '1/0/1.png', deflate: true }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), async (at, value) => {
        const damaged = Buffer.from(zip);
        damaged.writeUInt8(value, at);
        expect(['taken', 'zipUnsafe', 'zipNotTiles', 'fileFormat']).toContain(await reasonOf(damaged));
      }),
      { numRuns: 300 },
    );
  });
});
