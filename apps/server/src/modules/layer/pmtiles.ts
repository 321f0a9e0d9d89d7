import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { TilePlace } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import {
  bytesToHeader,
  Compression,
  EtagMismatch,
  PMTiles,
  SharedPromiseCache,
  TileType,
  type Source,
} from 'pmtiles';
import { tileKindOf } from '../../platform/archive/tile-kind.ts';
import type { ArchiveBytes, ArchiveTile } from './archive-source.ts';
import { PmtilesFault } from './source-fault.ts';
import type { Bounds } from './vector.ts';

const unpackers: Readonly<
  Record<number, (bytes: Uint8Array, bounded: { maxOutputLength: number }) => Uint8Array>
> = {
  [Compression.None](bytes, { maxOutputLength }) {
    if (bytes.length > maxOutputLength) throw new RangeError('too long');
    return bytes;
  },
  [Compression.Gzip]: (bytes, bounded) => gunzipSync(bytes, bounded),
  [Compression.Brotli]: (bytes, bounded) => brotliDecompressSync(bytes, bounded),
  [Compression.Zstd]: (bytes, bounded) => zstdDecompressSync(bytes, bounded),
};

const unpack = (buffer: ArrayBuffer, compression: Compression, most: number): Uint8Array<ArrayBuffer> => {
  const unpacker = unpackers[compression];
  if (!unpacker) throw new PmtilesFault('noPmtiles');
  try {
    return new Uint8Array(unpacker(new Uint8Array(buffer), { maxOutputLength: most }));
  } catch {
    throw new PmtilesFault('noPmtiles');
  }
};

/** The first number of a directory, seven bits in each byte. */
const countOf = (directory: Uint8Array): number => {
  let count = 0;
  for (let at = 0; at < 5 && at < directory.length; at += 1) {
    const byte = directory[at] ?? 0;
    count += (byte & 127) * 128 ** at;
    if (byte < 128) return count;
  }
  return Infinity;
};

/** A directory that names more entries than it has bytes for would fill the memory of whoever believes it. */
const unpackDirectory = async (buffer: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> => {
  const directory = unpack(buffer, compression, limits.layer.archiveDirectoryBytes);
  if (countOf(directory) * 4 > directory.length) throw new PmtilesFault('noPmtiles');
  return directory.buffer;
};

const HEADER = 127;
const pictures: ReadonlySet<TileType> = new Set([TileType.Png, TileType.Jpeg, TileType.Webp]);

/** The header of an archive of pictures. @throws PmtilesFault for vectors, and for what is no archive */
const headerOf = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes.subarray(0, 7)).toString('latin1');
  if (text !== 'PMTiles' || bytes.length < HEADER || bytes[7] !== 3) throw new PmtilesFault('noPmtiles');
  const header = bytesToHeader(new Uint8Array(bytes).buffer);
  if (!pictures.has(header.tileType))
    throw new PmtilesFault(
      [TileType.Mvt, TileType.Mlt].includes(header.tileType) ? 'vectorTiles' : 'noPicture',
    );
  return header;
};

const sourceOf = ({ key, read }: ArchiveBytes): Source => ({
  getKey: () => key,
  async getBytes(offset, length, _signal, known) {
    if (!(offset >= 0 && length > 0 && length <= limits.layer.tileBytes)) throw new PmtilesFault('tooLong');
    const { bytes, etag } = await read(offset, length);
    // The archive became another since its directories were read: they are read anew.
    if (known !== undefined && etag !== undefined && etag !== known) throw new EtagMismatch();
    if (offset === 0) headerOf(bytes);
    else if (bytes.length !== length) throw new PmtilesFault('noPmtiles');
    return { data: new Uint8Array(bytes).buffer, ...(etag === undefined ? {} : { etag }) };
  },
});

/** The library names what is wrong with a directory in words of its own; all else is heard as it is. */
const inOurWords = (error: unknown): never => {
  const broken = error instanceof Error && /directory depth|varint|PMTiles/i.test(error.message);
  throw broken ? new PmtilesFault('noPmtiles') : error;
};

/** Reads tiles of archives, with what was read last of their headers and directories kept. */
export function createArchives() {
  const cache = new SharedPromiseCache(limits.layer.archiveDirectories, undefined, unpackDirectory);
  const unpackTile = async (buffer: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> =>
    // 0: nobody said, and pictures are packed already.
    compression === Compression.Unknown ? buffer : unpack(buffer, compression, limits.layer.tileBytes).buffer;

  /** @throws PmtilesFault */
  return async (archive: ArchiveBytes, { z, x, y }: TilePlace): Promise<ArchiveTile> => {
    const found = await new PMTiles(sourceOf(archive), cache, unpackTile).getZxy(z, x, y).catch(inOurWords);
    if (!found) return null;
    const bytes = Buffer.from(found.data);
    const contentType = tileKindOf(bytes);
    if (contentType === null) throw new PmtilesFault('noPicture');
    return { bytes, contentType };
  };
}
export type Archives = ReturnType<typeof createArchives>;

/**
 * What an archive says of itself: its levels, and its box in degrees.
 * @param read a part of the file
 * @param size bytes of the file; every part has to lie in it
 * @throws PmtilesFault
 */
export async function checkArchive(
  read: (offset: number, length: number) => Promise<Uint8Array>,
  size: number,
): Promise<{ bounds: Bounds; zooms: { min: number; max: number } }> {
  const header = headerOf(await read(0, Math.min(size, HEADER)));
  const parts: [number, number][] = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    [header.tileDataOffset, header.tileDataLength ?? 0],
  ];
  const { minZoom: min, maxZoom: max, minLon, maxLon, minLat, maxLat } = header;
  const within = parts.every(([offset, length]) => offset + length <= size);
  if (!within || header.rootDirectoryLength > 16_384 || min > max || max > limits.layer.zoomMax)
    throw new PmtilesFault('noPmtiles');
  const root = await read(header.rootDirectoryOffset, header.rootDirectoryLength);
  await unpackDirectory(new Uint8Array(root).buffer, header.internalCompression);
  const bounds = { west: minLon, south: minLat, east: maxLon, north: maxLat };
  const boxed = minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  if (!boxed || !(minLon < maxLon && minLat < maxLat)) throw new PmtilesFault('noPmtiles');
  return { bounds, zooms: { min, max } };
}
