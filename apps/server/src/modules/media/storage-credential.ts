import { randomBytes } from 'node:crypto';
import type { StorageCredential as DeviceCredential } from '@eyrie/dji';
import { limits } from '@eyrie/domain';
import { notFound } from '../../platform/http/refusal.ts';
import { objectsBucket, type StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  deleteExpiredCredentials,
  dockPlace,
  insertStorageCredential,
  storageCredentialOf,
} from './media.store.ts';

/** Where the media of a dock lie; no device reaches outside its own. */
export const mediaPrefix = (groupRoot: string, dockOID: string): string => `media/${groupRoot}/${dockOID}/`;

export interface StorageCredentials {
  /** An hour's right to upload below the dock's own prefix, in the form the dock is told. */
  issue(dockOID: string): Promise<DeviceCredential>;
  /** What the upload endpoint checks signatures with; null for unknown keys and docks no longer registered. */
  find(accessKeyId: string): Promise<StorageCredential | null>;
}

const keyShape = /^EYRIE[0-9A-F]{24}$/;

/** @param deps.endpoint where docks reach the upload endpoint, `http(s)://host[:port]…`; asked at every issue. */
export function createStorageCredentials(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  deps: { endpoint: () => string },
): StorageCredentials {
  return {
    async issue(dockOID) {
      const place = await dockPlace(db, dockOID);
      if (!place) throw notFound();
      const now = clock.wall();
      const credential = {
        accessKeyId: `EYRIE${randomBytes(12).toString('hex').toUpperCase()}`,
        secret: randomBytes(30).toString('base64url'),
        sessionToken: randomBytes(48).toString('base64url'),
        dockOID,
        bucket: objectsBucket,
        prefix: mediaPrefix(place.groupRoot, dockOID),
        expiresAt: new Date(now + limits.media.credentialLife),
      };
      await deleteExpiredCredentials(db, dockOID, new Date(now));
      await insertStorageCredential(db, credential);
      return {
        provider: 'minio',
        endpoint: deps.endpoint(),
        region: 'us-east-1',
        bucket: credential.bucket,
        objectKeyPrefix: credential.prefix.replace(/\/$/, ''),
        accessKeyId: credential.accessKeyId,
        accessKeySecret: credential.secret,
        securityToken: credential.sessionToken,
        expire: limits.media.credentialLife / 1_000,
      };
    },
    async find(accessKeyId) {
      if (!keyShape.test(accessKeyId)) return null;
      const found = await storageCredentialOf(db, accessKeyId);
      if (!found) return null;
      const { secret, sessionToken, bucket, prefix, dockOID, expiresAt } = found;
      return { secret, sessionToken, bucket, prefix, dockOID, expiresAt: expiresAt.getTime() };
    },
  };
}
