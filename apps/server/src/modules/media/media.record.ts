import type { UploadedFile } from '@eyrie/dji';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { prefixOf } from './dock-credential.ts';
import { flightOfDock, insertMedia } from './media.store.ts';

/** The dock a file came from. */
export interface MediaSource {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Notes files that docks say they stored. */
export const createMediaRecord =
  ({ db, log, newOid }: Pick<Runtime, 'db' | 'log' | 'newOid'>, objects: Objects) =>
  async (dock: MediaSource, file: UploadedFile): Promise<void> => {
    // A dock can only speak of files below its own prefix, and only of those that are there.
    const own = file.objectKey.startsWith(prefixOf(dock.oid));
    const head = own ? await objects.head(file.objectKey) : null;
    if (!head) {
      const { objectKey } = file;
      log.warn({ dockOID: dock.oid, objectKey, own }, 'a dock named a file that it has not stored');
      return;
    }
    const flightOID =
      file.flightId && isUuid(file.flightId) ? await flightOfDock(db, dock.oid, file.flightId) : null;
    await insertMedia(db, {
      oid: newOid(),
      groupRoot: dock.groupRoot,
      groupOID: dock.groupOID,
      dockOID: dock.oid,
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
      metadata: { droneModel: file.droneModel, payloadModel: file.payloadModel },
    });
  };
