import { randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { StorageCredential as DeviceCredential, UploadedFile } from '@eyrie/dji';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { objectsBucket, type Objects, type StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mediaEndpoints } from './media.endpoints.ts';
import { credentialByKey, flightOfDock, insertCredential, insertMedia } from './media.store.ts';

/** The dock a file came from. */
export interface MediaSource {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

export interface MediaRoom {
  endpoints: Endpoint[];
  /** A session credential with which one dock can write below its own prefix, and nothing else. */
  credentialForDock(dockOID: string): Promise<DeviceCredential>;
  findCredential(accessKeyId: string): Promise<StorageCredential | null>;
  /** A dock says that it stored a file: noted once, tied to the flight it names when that is the dock's own. */
  recordMedia(dock: MediaSource, file: UploadedFile): Promise<void>;
}

const keyShape = /^EYRIE[0-9A-F]{20}$/;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** Where the files of a dock lie; no device reaches outside its own. */
export const prefixOf = (dockOID: string): string => `media/${dockOID}/`;

export const createMedia = (
  runtime: Runtime,
  deps: { objects: Objects; objectsUrl(): string },
): MediaRoom => ({
  endpoints: mediaEndpoints(runtime, deps.objects),
  async credentialForDock(dockOID) {
    const row = {
      accessKeyId: `EYRIE${randomBytes(10).toString('hex').toUpperCase()}`,
      secret: randomBytes(30).toString('base64url'),
      sessionToken: randomBytes(48).toString('base64url'),
      dockOID,
      bucket: objectsBucket,
      prefix: prefixOf(dockOID),
      expiresAt: runtime.clock.wall() + limits.media.credentialLife,
    };
    await insertCredential(runtime.db, row, runtime.clock.wall());
    return {
      provider: 'minio',
      endpoint: deps.objectsUrl(),
      region: 'us-east-1',
      bucket: row.bucket,
      // The dock adds its own slash.
      objectKeyPrefix: row.prefix.slice(0, -1),
      accessKeyId: row.accessKeyId,
      accessKeySecret: row.secret,
      securityToken: row.sessionToken,
      expire: limits.media.credentialLife / 1000,
    };
  },
  async findCredential(accessKeyId) {
    const row = keyShape.test(accessKeyId) ? await credentialByKey(runtime.db, accessKeyId) : null;
    return row && row.expiresAt > runtime.clock.wall() ? row : null;
  },
  async recordMedia(dock, file) {
    // A dock can only speak of files below its own prefix, and only of those that are there.
    const own = file.objectKey.startsWith(prefixOf(dock.oid));
    const head = own ? await deps.objects.head(file.objectKey) : null;
    if (!head) {
      const { objectKey } = file;
      runtime.log.warn({ dockOID: dock.oid, objectKey, own }, 'a dock named a file that it has not stored');
      return;
    }
    const flightOID =
      file.flightId && isUuid(file.flightId) ? await flightOfDock(runtime.db, dock.oid, file.flightId) : null;
    await insertMedia(runtime.db, {
      oid: runtime.newOid(),
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
  },
});
