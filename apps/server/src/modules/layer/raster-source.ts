import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { GeoTIFF } from 'geotiff';
import { rasterRefusal } from './raster-fault.ts';

/** Tags of one picture in a file, by their names. */
export interface Directory {
  number(name: string): number | undefined;
  numbers(name: string): readonly number[];
  text(name: string): string;
  geoKeys(): Readonly<Record<string, unknown>>;
}

type Parsed = Awaited<ReturnType<GeoTIFF['requestIFD']>>;

const directoryOf = (parsed: Parsed): Directory => ({
  number(name) {
    const value: unknown = parsed.getValue(name as 'ImageWidth');
    const first: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 0) : value;
    return typeof first === 'number' ? first : undefined;
  },
  numbers(name) {
    const value: unknown = parsed.getValue(name as 'ImageWidth');
    if (typeof value === 'number') return [value];
    return typeof value === 'object' && value !== null ? (value as readonly number[]) : [];
  },
  text(name) {
    const value: unknown = parsed.getValue(name as 'ImageWidth');
    return typeof value === 'string' ? value : '';
  },
  geoKeys: () => parsed.parseGeoKeyDirectory() ?? {},
});

/** Reads parts of a file for the parser: never beyond its end, and never more in all than a header may have. */
const boundedSource = (file: FileHandle, size: number) => {
  let left: number = limits.layer.rasterHeaderBytes;
  const read = async (offset: number, length: number): Promise<ArrayBuffer> => {
    const there = Math.min(length, size - offset);
    // The parser asks for more than it needs where it cannot know; it finds out by itself what is missing.
    if (!(offset >= 0 && there > 0)) throw rasterRefusal('layerRaster', `offset ${offset} > ${size}`);
    if ((left -= there) < 0) throw rasterRefusal('layerRasterSize', 'IFD');
    const bytes = new Uint8Array(there);
    const { bytesRead } = await file.read(bytes, 0, there, offset);
    if (bytesRead < there) throw rasterRefusal('layerRaster', `offset ${offset}`);
    return bytes.buffer;
  };
  return {
    fileSize: size,
    read,
    fetch: (slices: { offset: number; length: number }[]): Promise<ArrayBuffer[]> =>
      Promise.all(slices.map(({ offset, length }) => read(offset, length))),
    async fetchSlice(slice: { offset: number; length: number }) {
      return { ...slice, data: await read(slice.offset, slice.length) };
    },
    close: async (): Promise<void> => undefined,
  };
};

/** Refuses a list of tags that no program writes before the parser takes it: each may name all of the file. */
const requireFewEntries = async (
  { littleEndian, bigTiff }: GeoTIFF,
  read: (offset: number, length: number) => Promise<ArrayBuffer>,
  offset: number,
): Promise<void> => {
  const view = new DataView(await read(offset, bigTiff ? 8 : 2));
  const entries = bigTiff ? Number(view.getBigUint64(0, littleEndian)) : view.getUint16(0, littleEndian);
  if (entries === 0 || entries > limits.layer.rasterEntries)
    throw rasterRefusal('layerRaster', `IFD entries ${entries}`);
};

/**
 * The tags of every picture in a TIFF file, of the large kind too.
 * @param size bytes of the file
 * @throws Refusal layerRaster for what is none, or whose tags lead out of it; layerRasterSize for too many of them
 */
export async function readDirectories(
  file: FileHandle,
  size: number,
): Promise<{ directories: Directory[]; littleEndian: boolean }> {
  const source = boundedSource(file, size);
  try {
    const tiff = await GeoTIFF.fromSource(source);
    // Read late, long lists of a file with the high byte first come out in the wrong order.
    tiff.parser.eager = true;
    const directories: Directory[] = [];
    let next = tiff.firstIFDOffset;
    for (let at = 0; next !== 0; at += 1) {
      if (at >= limits.layer.rasterDirectories) throw rasterRefusal('layerRasterSize', 'IFD');
      await requireFewEntries(tiff, source.read, next);
      const parsed = await tiff.requestIFD(at);
      directories.push(directoryOf(parsed));
      next = parsed.nextIFDByteOffset;
    }
    return { directories, littleEndian: tiff.littleEndian };
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    throw rasterRefusal('layerRaster', error instanceof Error ? error.message : 'TIFF');
  }
}
