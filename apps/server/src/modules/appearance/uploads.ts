import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { imageAddress, limits, ownTilesAddress, type UploadedImage, type UploadedTiles } from '@eyrie/domain';
import type { CallContext, SpooledFile, UploadedFile } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { readPicture } from './picture.ts';
import { packTiles } from '../../platform/archive/index.ts';
import { insertImage, insertTileRows, insertTiles } from './upload.store.ts';
import { createUploadCleanup } from './upload-cleanup.ts';

export interface UploadDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>;
  audit: AuditLog;
  objects: Objects;
}

const ROWS_AT_ONCE = 5_000;
/** 128 random bits: an id that opens a picture to everybody must not be guessed. */
const newId = (): string => randomBytes(16).toString('hex');

const middleOf = (tiles: readonly { z: number; x: number; y: number }[], z: number) => {
  const deepest = tiles.filter((tile) => tile.z === z);
  const middle = (values: number[]): number =>
    (values.reduce((low, value) => Math.min(low, value), Infinity) +
      values.reduce((high, value) => Math.max(high, value), -Infinity) +
      1) /
    2 /
    2 ** z;
  const across = middle(deepest.map(({ x }) => x));
  const down = middle(deepest.map(({ y }) => y));
  return {
    longitude: across * 360 - 180,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI,
  };
};

/** Taking a file apart costs memory and disk: whoever comes when there are many is asked to come again. */
const createUploadLimiter = (most: number) => {
  let working = 0;
  return <File, Made>(work: (file: File, context: CallContext) => Promise<Made>) =>
    async (file: File, context: CallContext): Promise<Made> => {
      if (working >= most) throw new Refusal('tooManyRequests', { retryAfterSeconds: 2 });
      working += 1;
      try {
        return await work(file, context);
      } finally {
        working -= 1;
      }
    };
};

/** Pictures and map files that organisations send: taken apart, stored, and thrown away when no look names them. */
export function createUploads({ runtime, audit, objects }: UploadDeps) {
  const { db } = runtime;
  const limited = createUploadLimiter(limits.appearance.uploadsAtOnce);
  const cleanUp = createUploadCleanup(runtime, objects);
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  async function addImage(file: UploadedFile, context: CallContext): Promise<UploadedImage> {
    const picture = await readPicture(file.bytes);
    const id = newId();
    const { groupRoot } = context.caller;
    const objectKey = `appearance/${groupRoot}/${id}`;
    const { contentType, width, height } = picture;
    const size = picture.bytes.length;
    await objects.put(objectKey, picture.bytes, { contentType });
    await db.transaction().execute(async (trx) => {
      await insertImage(trx, { id, groupRoot, objectKey, contentType, size, at: now() });
      await audit.done(trx, context, 'appearance.uploadImage', { id, name: file.name, width, height, size });
    });
    await cleanUp(groupRoot);
    return { address: imageAddress(id), width, height, size };
  }

  async function addTiles(file: SpooledFile, context: CallContext): Promise<UploadedTiles> {
    const packPath = `${file.path}.tiles`;
    const { tiles, size } = await packTiles(file.path, packPath);
    const levels = tiles.map(({ z }) => z);
    const tileLevels = {
      min: levels.reduce((low, z) => Math.min(low, z), Infinity),
      max: levels.reduce((high, z) => Math.max(high, z), 0),
    };
    const id = newId();
    const { groupRoot } = context.caller;
    const objectKey = `appearance/${groupRoot}/${id}`;
    await objects.put(objectKey, createReadStream(packPath), { size });
    await db.transaction().execute(async (trx) => {
      const { min: levelMin, max: levelMax } = tileLevels;
      await insertTiles(trx, { id, groupRoot, objectKey, size, levelMin, levelMax, at: now() });
      for (let at = 0; at < tiles.length; at += ROWS_AT_ONCE)
        await insertTileRows(trx, id, tiles.slice(at, at + ROWS_AT_ONCE));
      await audit.done(trx, context, 'appearance.uploadTiles', {
        id,
        name: file.name,
        tiles: tiles.length,
        size,
      });
    });
    await cleanUp(groupRoot);
    const middle = middleOf(tiles, tileLevels.max);
    return { url: ownTilesAddress(id), tiles: tiles.length, size, tileLevels, ...middle };
  }

  return { addImage: limited(addImage), addTiles: limited(addTiles), cleanUp };
}
export type Uploads = ReturnType<typeof createUploads>;
