import type { Readable } from 'node:stream';
import { limits, type RecordingFacts, type SnapshotFacts } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { contentTypeOf } from './media.preview.ts';
import { quotasAbove } from './media.storage.store.ts';
import { insertMedia, isListed, type NewMedia } from './media.store.ts';

/** A file that this server made of what a device sends, such as a snapshot of its live picture. */
export interface LiveFile extends Pick<
  NewMedia,
  | 'oid'
  | 'groupRoot'
  | 'groupOID'
  | 'flightOID'
  | 'name'
  | 'kind'
  | 'size'
  | 'lng'
  | 'lat'
  | 'absoluteAltitude'
  | 'relativeAltitude'
  | 'gimbalYaw'
> {
  dockOID: string;
  /** Epoch ms. */
  shotAt: number;
  /** Who had it made. */
  createdBy: string;
  droneModel: string | null;
  /** From where it is. */
  from: { snapshot: SnapshotFacts } | { recording: RecordingFacts };
}

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / 1e8) / 10);

/**
 * @param size that does not count for departments yet
 * @param onDisk that the disk has to take
 * @throws Refusal where a department above a device, or the disk, has no room for what people have made of its picture
 */
export const requireLiveRoom = async (
  db: DbOrTrx,
  objects: Objects,
  { groupRoot, groupOID }: { groupRoot: string; groupOID: string },
  size: number,
  onDisk = size,
): Promise<void> => {
  for (const { groupName: name, quota: max, bytes: used } of await quotasAbove(db, { groupRoot, groupOID }))
    if (max !== null && used + size > max)
      throw new Refusal('uploadDepartmentQuota', {
        values: { name, max: gigabytes(max), free: gigabytes(max - used) },
      });
  if (objects.hasRoom && !(await objects.hasRoom(onDisk, limits.upload.spare)))
    throw new Refusal('uploadSpace');
};

/** Where such a file lies: no device writes there. */
const keyOf = ({ groupRoot, oid }: Pick<LiveFile, 'groupRoot' | 'oid'>): string =>
  `media/live/${groupRoot}/${oid}`;

/** Stores the bytes of such a file, which is listed then, or removed again. */
export const storeLiveFile = async (
  objects: Pick<Objects, 'put'>,
  file: Pick<LiveFile, 'groupRoot' | 'oid' | 'name' | 'size'>,
  bytes: Readable | Buffer,
): Promise<void> => {
  const { contentType } = contentTypeOf(file.name);
  await objects.put(keyOf(file), bytes, { size: file.size, contentType });
};

/**
 * Removes what was stored of files that could not be listed. Those that are listed all the same stay: the answer to the transaction
 * that listed them may have been lost.
 * @throws where nobody can find out whether they are; then they stay
 */
export const removeUnlisted = async (
  db: DbOrTrx,
  objects: Pick<Objects, 'delete'>,
  files: readonly Pick<LiveFile, 'groupRoot' | 'oid'>[],
): Promise<void> => {
  for (const file of files) if (!(await isListed(db, file.oid))) await objects.delete(keyOf(file));
};

/** Lists a file among the results whose bytes are stored; once, however often it is said. */
export const listLiveFile = async (
  trx: DbOrTrx,
  { droneModel, from, ...listed }: LiveFile,
): Promise<void> => {
  await insertMedia(trx, {
    ...listed,
    objectKey: keyOf(listed),
    metadata: { droneModel, payloadModel: null, ...from },
    fingerprint: null,
    tinyFingerprint: null,
  });
};
