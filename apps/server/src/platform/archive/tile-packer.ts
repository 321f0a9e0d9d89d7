import type { RefusalReason } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import { createFileParser } from '../file-parser.ts';
import { Refusal } from '../http/refusal.ts';
import type { Unit } from '../runtime.ts';
import type { Columns } from './columns.ts';

export const tileColumns = ['z', 'x', 'y', 'start', 'length', 'contentType'] as const;

/** Tiles of a zip, laid one behind the other in a file. */
export interface PackedTiles {
  rows: Columns<(typeof tileColumns)[number]>[];
  count: number;
  size: number;
  levels: { min: number; max: number };
  /** Columns and rows of the deepest level, the last ones not within. */
  deepest: { west: number; east: number; north: number; south: number };
}
export type TilesResult =
  | { ok: true; tiles: PackedTiles }
  | { ok: false; reason: RefusalReason; name: string };

export interface TilePacker extends Unit {
  /** @throws Refusal fileFormat, zipUnsafe, zipNotTiles, tooManyRequests */
  pack(zipPath: string, packPath: string): Promise<PackedTiles>;
}

const nothing = new Uint8Array();

/** Takes zips of tiles apart in a thread of its own. */
export const createTilePacker = (): TilePacker => {
  const { parse, ...unit } = createFileParser<TilesResult>({
    name: 'tile packer',
    timeout: limits.appearance.tilesTime,
    waiting: limits.appearance.uploadsAtOnce,
    script: new URL('./tile-pack.worker.ts', import.meta.url),
    tooMuch: 'zipUnsafe',
  });
  return {
    ...unit,
    async pack(zipPath, packPath) {
      const result = await parse(nothing, JSON.stringify({ zipPath, packPath }));
      if (!result.ok) throw new Refusal(result.reason, { values: { name: result.name } });
      return result.tiles;
    },
  };
};
