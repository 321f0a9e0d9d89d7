import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  pyramidEntryAt,
  pyramidMarkBytes,
  pyramidOf,
  pyramidTileAt,
  pyramidTiles,
  resultLimits,
  type Pyramid,
} from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import { createConcurrencyLimiter, tooBusy } from '../../platform/concurrency-limiter.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { ByteRange, Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MediaRow } from './media.list.store.ts';
import { isKept } from './media.reading.store.ts';
import { inWorkFolder } from './media.work-folder.ts';
import type { FileOrder, FileRead } from './photo-process.ts';

export interface PyramidDeps {
  objects: Objects;
  /** Where a photo lies while it is read. */
  dataDir: string;
  jobs: Pick<Jobs<FileOrder, FileRead>, 'run'>;
}

type Photo = Pick<MediaRow, 'oid' | 'group_root' | 'object_key' | 'width' | 'height'>;

/** Where the tiles of a photo are kept, below a place of its own, which no device may write to. */
export const pyramidKeyOf = ({ group_root: groupRoot, oid }: Pick<Photo, 'group_root' | 'oid'>): string =>
  `pyramid/${groupRoot}/${oid}`;

/** Whether a photo has tiles: one that a browser shows at once has none. */
export const hasPyramid = ({ width, height }: Pick<Photo, 'width' | 'height'>): boolean =>
  width !== null && height !== null && width * height >= resultLimits.pyramidFrom;

/** @throws Refusal pyramidTooMuch, tooManyRequests */
async function draw({ jobs }: PyramidDeps, path: string, folder: string): Promise<string> {
  const packPath = join(folder, 'pack');
  try {
    const { pyramid } = await jobs.run({ kind: 'pyramid', path, folder: join(folder, 'tiles'), packPath });
    if (!pyramid) throw new Refusal('pyramidTooMuch');
    return packPath;
  } catch (error) {
    if (error instanceof JobFailed)
      // A machine without time for it says nothing of the photo.
      throw ['unready', 'starved'].includes(error.why) ? tooBusy() : new Refusal('pyramidTooMuch');
    throw error;
  }
}

async function make(deps: PyramidDeps, photo: Photo, key: string): Promise<void> {
  const { objects, dataDir } = deps;
  await inWorkFolder(dataDir, 'pyramid', async (folder) => {
    const found = await objects.get(photo.object_key);
    if (!found) throw notFound();
    const path = join(folder, 'photo');
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    const packPath = await draw(deps, path, folder);
    const { size } = await stat(packPath);
    await objects.put(key, createReadStream(packPath), { size, contentType: 'application/octet-stream' });
  });
}

/** Photos as tiles: made when somebody looks first, then kept beside the photo until it is removed. */
export function createPyramids({ db }: Pick<Runtime, 'db'>, deps: PyramidDeps) {
  const { objects } = deps;
  // Taking a photo of 200 million pixels apart is work for one at a time.
  const inTurn = createConcurrencyLimiter({ atOnce: 1, queue: 8, wait: resultLimits.pyramidWait });
  const part = async (key: string, range: ByteRange): Promise<Uint8Array | null> => {
    const found = await objects.get(key, range);
    return found && buffer(found.stream);
  };
  const sizesOf = async (key: string): Promise<Pyramid | null> => {
    const head = await part(key, { start: 0, end: pyramidMarkBytes - 1 });
    return head && pyramidOf(head);
  };
  return {
    /** @throws Refusal notFound, pyramidTooMuch, tooManyRequests */
    async pyramid(photo: Photo): Promise<Pyramid> {
      const key = pyramidKeyOf(photo);
      const known = await sizesOf(key);
      if (known) return known;
      return inTurn(async () => {
        // Somebody who asked for the same may have been before.
        const made = await sizesOf(key);
        if (made) return made;
        await make(deps, photo, key);
        // Removed for good meanwhile: its tiles go after it.
        if (!(await isKept(db, photo.oid))) await objects.delete(key);
        const sizes = await sizesOf(key);
        if (!sizes) throw notFound();
        return sizes;
      });
    },
    /** One tile as JPEG. @throws Refusal notFound where there is none */
    async tile(photo: Photo, tile: number): Promise<Uint8Array> {
      const key = pyramidKeyOf(photo);
      const { width, height } = photo;
      // As many upright as lying: what the photo says of its sides is as good as asking the store again.
      if (width === null || height === null || tile >= pyramidTiles({ width, height })) throw notFound();
      const entry = await part(key, pyramidEntryAt(tile));
      const place = entry && pyramidTileAt(entry);
      const bytes = place && (await part(key, place));
      if (!bytes) throw notFound();
      return bytes;
    },
  };
}
