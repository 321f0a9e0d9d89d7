import { isObjectKey } from '@eyrie/domain';
import type { UploadedFile } from '@eyrie/dji';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { prefixOf } from './dock-credential.ts';
import { flightOfDock, insertMedia } from './media.store.ts';
import { isUuid } from '../../platform/uuid.ts';

/** The dock or controller a file came from. */
export interface MediaSource {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

/** By what a controller knows a file again. */
export interface FileMarks {
  fingerprint: string | null;
  tinyFingerprint: string | null;
  groupId: string | null;
}

const noMarks: FileMarks = { fingerprint: null, tinyFingerprint: null, groupId: null };

/** Notes files that devices say they stored. @returns false when the file is not there, or is none of the device's own */
export const createMediaRecord =
  ({ db, log, newOid }: Pick<Runtime, 'db' | 'log' | 'newOid'>, objects: Objects) =>
  async (device: MediaSource, file: UploadedFile, marks: FileMarks = noMarks): Promise<boolean> => {
    // A device can only speak of files below its own prefix, and only of those that are there.
    const own = isObjectKey(file.objectKey) && file.objectKey.startsWith(prefixOf(device.oid));
    const head = own ? await objects.head(file.objectKey) : null;
    if (!head) {
      const { objectKey } = file;
      log.warn({ dockOID: device.oid, objectKey, own }, 'a device named a file that it has not stored');
      return false;
    }
    const flightOID =
      file.flightId && isUuid(file.flightId) ? await flightOfDock(db, device.oid, file.flightId) : null;
    const { groupId: fileGroupId, fingerprint, tinyFingerprint } = marks;
    await insertMedia(db, {
      oid: newOid(),
      groupRoot: device.groupRoot,
      groupOID: device.groupOID,
      dockOID: device.oid,
      flightOID,
      objectKey: file.objectKey,
      name: file.name.replaceAll(/\p{C}/gu, '').slice(0, 255) || 'file',
      kind: file.kind,
      size: head.size,
      lng: file.lng,
      lat: file.lat,
      absoluteAltitude: file.absoluteAltitude,
      relativeAltitude: file.relativeAltitude,
      gimbalYaw: file.gimbalYaw,
      shotAt: file.shotAt,
      metadata: {
        droneModel: file.droneModel,
        payloadModel: file.payloadModel,
        ...(fileGroupId === null ? {} : { fileGroupId }),
      },
      fingerprint,
      tinyFingerprint,
    });
    return true;
  };
