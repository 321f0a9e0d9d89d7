import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../file-parser.ts';
import { Refusal } from '../http/refusal.ts';
import { stepBehind } from '../thread-priority.ts';
import { inColumns } from './columns.ts';
import { packTiles } from './tile-pack.ts';
import { tileColumns, type TilesResult } from './tile-packer.ts';

const packed = async ({ about }: FileWith): Promise<TilesResult> => {
  const { zipPath, packPath } = JSON.parse(about) as { zipPath: string; packPath: string };
  try {
    const { tiles, size } = await packTiles(zipPath, packPath);
    let [min, max] = [Infinity, 0];
    for (const { z } of tiles) [min, max] = [Math.min(min, z), Math.max(max, z)];
    const deepest = { west: Infinity, east: 0, north: Infinity, south: 0 };
    for (const { z, x, y } of tiles) {
      if (z !== max) continue;
      deepest.west = Math.min(deepest.west, x);
      deepest.east = Math.max(deepest.east, x + 1);
      deepest.north = Math.min(deepest.north, y);
      deepest.south = Math.max(deepest.south, y + 1);
    }
    const rows = inColumns(tiles, tileColumns);
    return { ok: true, tiles: { rows, count: tiles.length, size, levels: { min, max }, deepest } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, reason: error.reason, name: String(error.details.values?.['name'] ?? '') };
  }
};

stepBehind();
// Members send zips with a hundred thousand entries; here their lists cannot hold up the server.
parentPort?.on('message', (file: FileWith) => {
  packed(file).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => {
      // Heard by whoever waits for it as the end of this thread.
      throw error;
    },
  );
});
parentPort?.postMessage('ready');
