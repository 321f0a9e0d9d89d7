import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { imageAddress, limits, ownTilesAddress, type UploadedImage, type UploadedTiles } from '@eyrie/domain';
import type { CallContext, SpooledFile, UploadedFile } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { readPicture } from './picture.ts';
import type { PackedTiles, TilePacker } from '../../platform/archive/index.ts';
import { insertImage, insertTileRows, insertTiles } from './upload.store.ts';
import { createUploadCleanup } from './upload-cleanup.ts';

export interface UploadDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'serverTime'>;
  audit: AuditLog;
  objects: Objects;
  tilePacker: Pick<TilePacker, 'pack'>;
}

/** 128 random bits: an id that opens a picture to everybody must not be guessed. */
const newId = (): string => randomBytes(16).toString('hex');

/** The middle of the deepest level, degrees. */
const middleOf = ({ deepest: { west, east, north, south }, levels: { max } }: PackedTiles) => {
  const [across, down] = [(west + east) / 2 / 2 ** max, (north + south) / 2 / 2 ** max];
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
export function createUploads({ runtime, audit, objects, tilePacker }: UploadDeps) {
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
    const packed = await tilePacker.pack(file.path, packPath);
    const { rows, count, size, levels } = packed;
    const id = newId();
    const { groupRoot } = context.caller;
    const objectKey = `appearance/${groupRoot}/${id}`;
    await objects.put(objectKey, createReadStream(packPath), { size });
    await db.transaction().execute(async (trx) => {
      const { min: levelMin, max: levelMax } = levels;
      await insertTiles(trx, { id, groupRoot, objectKey, size, levelMin, levelMax, at: now() });
      await insertTileRows(trx, id, rows);
      await audit.done(trx, context, 'appearance.uploadTiles', {
        id,
        name: file.name,
        tiles: count,
        size,
      });
    });
    await cleanUp(groupRoot);
    return { url: ownTilesAddress(id), tiles: count, size, tileLevels: levels, ...middleOf(packed) };
  }

  return { addImage: limited(addImage), addTiles: limited(addTiles), cleanUp };
}
export type Uploads = ReturnType<typeof createUploads>;
