import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../http/refusal.ts';
import { tileKindOf } from './tile-kind.ts';
import { BREATH, readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';

/** One tile in a pack. */
export interface TileRow {
  z: number;
  x: number;
  y: number;
  /** Where its bytes begin in the object, and how many they are. */
  start: number;
  length: number;
  contentType: string;
}

const tileName = /^(?:(?!\d+\/)[^/]+\/)?(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.(?:png|jpe?g|webp)$/i;
/** What programs that cut tiles leave beside them; it is not kept. */
const beside = /^(?:[^/]+\/)*(?:[^/]+\.(?:json|xml|txt))?$/i;

const zipLimits = {
  entries: limits.appearance.tiles,
  directoryBytes: limits.appearance.zipDirectoryBytes,
  entryBytes: limits.appearance.tileBytes,
  expandedBytes: limits.appearance.tilesExpandedBytes,
  ratio: limits.appearance.tilesRatio,
};

type Place = Pick<TileRow, 'z' | 'x' | 'y'>;

/** Where on the map a file of a zip belongs; null for what is no tile but may lie beside them. */
const placeOf = (name: string): Place | null => {
  const [, ...parts] = tileName.exec(name) ?? [];
  if (parts.length === 0) {
    if (beside.test(name)) return null;
    throw new Refusal('zipNotTiles', { values: { name } });
  }
  const [z = 0, x = 0, y = 0] = parts.map(Number);
  if (z > limits.appearance.zoomMax || x >= 2 ** z || y >= 2 ** z)
    throw new Refusal('zipNotTiles', { values: { name } });
  return { z, x, y };
};

/** Every tile of a zip by its place. Two at one place refuse the whole. */
const placesOf = async (entries: readonly ZipEntry[]): Promise<Map<string, Place & { entry: ZipEntry }>> => {
  const wanted = new Map<string, Place & { entry: ZipEntry }>();
  for (const [at, entry] of entries.entries()) {
    if (at % BREATH === 0) await nextTurn();
    const place = placeOf(entry.name);
    if (!place) continue;
    const key = `${place.z}/${place.x}/${place.y}`;
    if (wanted.has(key)) throw new Refusal('zipNotTiles', { values: { name: entry.name } });
    wanted.set(key, { ...place, entry });
  }
  return wanted;
};

/**
 * Takes the tiles out of a zip and lays them one behind the other in a new file, so that each can be fetched by its
 * place. Two tiles at one place, and anything that is no tile, refuse the whole.
 * @throws Refusal fileFormat, zipUnsafe, zipNotTiles
 */
export async function packTiles(
  zipPath: string,
  packPath: string,
): Promise<{ tiles: TileRow[]; size: number }> {
  const zip = await open(zipPath);
  try {
    const entries = await readZipDirectory(zip, zipLimits);
    const wanted = await placesOf(entries);
    if (wanted.size === 0) throw new Refusal('zipNotTiles', { values: { name: '–' } });
    const pack = await open(packPath, 'wx', 0o600);
    try {
      const tiles: TileRow[] = [];
      let start = 0;
      for (const { entry, ...place } of wanted.values()) {
        const bytes = await readZipEntry(zip, entry);
        const contentType = tileKindOf(bytes);
        if (contentType === null) throw new Refusal('zipNotTiles', { values: { name: entry.name } });
        await pack.writeFile(bytes);
        tiles.push({ ...place, start, length: bytes.length, contentType });
        start += bytes.length;
      }
      return { tiles, size: start };
    } finally {
      await pack.close();
    }
  } finally {
    await zip.close();
  }
}
