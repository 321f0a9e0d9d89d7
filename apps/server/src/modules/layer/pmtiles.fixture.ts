import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** Seven bits in each byte, the lowest first. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
};

export interface TinyArchive {
  /** Bytes of tiles by their place, `z/x/y`. */
  tiles: Readonly<Record<string, Uint8Array>>;
  /** 1 vectors, 2 PNG, 3 JPEG, 4 WebP. */
  tileType?: number;
  /** The directory as it is written, in place of the one that belongs to the tiles. */
  directory?: Uint8Array;
}

/** A PMTiles archive (version 3) of the whole world, byte by byte. */
export function tinyArchive({ tiles, tileType = 2, directory }: TinyArchive): Buffer {
  const entries = Object.entries(tiles)
    .map(([place, bytes]) => {
      const [z = 0, x = 0, y = 0] = place.split('/').map(Number);
      return { id: zxyToTileId(z, x, y), z, bytes };
    })
    .toSorted((one, other) => one.id - other.id);
  let at = 0;
  const offsets = entries.map(({ bytes }) => (at += bytes.length) - bytes.length);
  const written = [
    ...varint(entries.length),
    ...entries.flatMap(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
    ...entries.flatMap(() => varint(1)),
    ...entries.flatMap(({ bytes }) => varint(bytes.length)),
    ...offsets.flatMap((offset) => varint(offset + 1)),
  ];
  const root = gzipSync(directory ?? Uint8Array.from(written));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const data = 127 + root.length;
  const numbers = [
    127,
    root.length,
    data,
    0,
    data,
    0,
    data,
    at,
    entries.length,
    entries.length,
    entries.length,
  ];
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * index);
  header.set([1, 2, 1, tileType], 96);
  header.set([Math.min(...entries.map(({ z }) => z)), Math.max(...entries.map(({ z }) => z))], 100);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + 4 * index);
  return Buffer.concat([header, root, ...entries.map(({ bytes }) => bytes)]);
}
