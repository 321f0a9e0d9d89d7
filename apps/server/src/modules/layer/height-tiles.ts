import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { HeightTile } from '@eyrie/geometry';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { LayerFile } from './layer-columns.ts';
import { filesAt } from './layer.store.ts';

const unpack = promisify(inflate);
export const tileSide = 256;
const tileBytes = tileSide * tileSide * 4;

/** Bytes of other tiles that are read along sooner than the store is asked again, and the most of one reading. */
const gap = 65_536;
const most = 8_000_000;

type Span = Pick<LayerFile, 'path' | 'start' | 'length'>;

/** Tiles that are read in one go, in the order in which they lie. */
export const runsOf = (files: readonly Span[]): Span[][] => {
  const runs: Span[][] = [];
  for (const file of files.toSorted((one, other) => one.start - other.start)) {
    const run = runs.at(-1);
    const [first, last] = [run?.[0], run?.at(-1)];
    const near =
      first &&
      last &&
      file.start - (last.start + last.length) <= gap &&
      file.start + file.length - first.start <= most;
    if (near) run?.push(file);
    else runs.push([file]);
  }
  return runs;
};

/**
 * Tiles of heights of a model by their names; those that it does not have are missing. One statement finds them, and what lies
 * together is read together.
 */
export const readHeightTiles = async (
  { db, objects }: { db: DbOrTrx; objects: Objects },
  { oid, objectKey }: { oid: string; objectKey: string },
  names: readonly string[],
): Promise<Map<string, HeightTile>> => {
  const files = await filesAt(
    db,
    oid,
    names.map((name) => `h/${name}`),
  );
  const tiles = new Map<string, HeightTile>();
  const unpackInto = async (bytes: Buffer, path: string): Promise<void> => {
    const heights = await unpack(bytes, { maxOutputLength: tileBytes });
    tiles.set(path.slice(2), {
      size: tileSide,
      heights: new Float32Array(new Uint8Array(heights).buffer),
    });
  };
  for (const run of runsOf(files)) {
    const [first, last] = [run[0] as Span, run.at(-1) as Span];
    const found = await objects.get(objectKey, { start: first.start, end: last.start + last.length - 1 });
    if (!found) throw notFound();
    const bytes = await buffer(found.stream);
    await Promise.all(
      run.map(({ path, start, length }) =>
        unpackInto(bytes.subarray(start - first.start, start - first.start + length), path),
      ),
    );
  }
  return tiles;
};
