import { limits, type SnapshotFacts } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { contentTypeOf } from './media.preview.ts';
import { quotasAbove } from './media.storage.store.ts';
import { insertMedia, type NewMedia } from './media.store.ts';

/** A file that this server made of what a device sends, such as a snapshot of its live picture. */
export interface LiveFile extends Pick<
  NewMedia,
  | 'groupRoot'
  | 'groupOID'
  | 'flightOID'
  | 'name'
  | 'kind'
  | 'lng'
  | 'lat'
  | 'absoluteAltitude'
  | 'relativeAltitude'
  | 'gimbalYaw'
> {
  dockOID: string;
  bytes: Uint8Array;
  /** Epoch ms. */
  shotAt: number;
  /** Who had it made. */
  createdBy: string;
  droneModel: string | null;
  snapshot: SnapshotFacts;
}

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / 1e8) / 10);

/** @throws Refusal where a department above the device, or the disk, has no room for a file that people have made */
const requireRoom = async (
  db: DbOrTrx,
  objects: Objects,
  { groupRoot, groupOID, bytes }: LiveFile,
): Promise<void> => {
  const size = bytes.length;
  for (const { groupName: name, quota: max, bytes: used } of await quotasAbove(db, { groupRoot, groupOID }))
    if (max !== null && used + size > max)
      throw new Refusal('uploadDepartmentQuota', {
        values: { name, max: gigabytes(max), free: gigabytes(max - used) },
      });
  if (objects.hasRoom && !(await objects.hasRoom(size, limits.upload.spare)))
    throw new Refusal('uploadSpace');
};

/**
 * Puts such a file among the results, where no device writes.
 * @param written is done in the transaction that lists it: where that fails there is no file
 * @returns its oid
 */
export const keepLiveFile = async (
  { db, newOid }: Pick<Runtime, 'db' | 'newOid'>,
  objects: Objects,
  file: LiveFile,
  written: (trx: DbOrTrx, oid: string) => Promise<void>,
): Promise<string> => {
  await requireRoom(db, objects, file);
  const oid = newOid();
  const { bytes, droneModel, snapshot, ...listed } = file;
  const objectKey = `media/live/${file.groupRoot}/${oid}`;
  const { contentType } = contentTypeOf(file.name);
  await objects.put(objectKey, Buffer.from(bytes), { size: bytes.length, contentType });
  try {
    await db.transaction().execute(async (trx) => {
      await insertMedia(trx, {
        ...listed,
        oid,
        objectKey,
        size: bytes.length,
        metadata: { droneModel, payloadModel: null, snapshot },
        fingerprint: null,
        tinyFingerprint: null,
      });
      await written(trx, oid);
    });
    return oid;
  } catch (error) {
    await objects.delete(objectKey);
    throw error;
  }
};
