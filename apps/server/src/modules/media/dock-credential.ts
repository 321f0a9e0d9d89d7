import { randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { StorageCredential as DeviceCredential } from '@eyrie/dji';
import { objectsBucket, type StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { credentialByKey, insertCredential } from './media.store.ts';

const keyShape = /^EYRIE[0-9A-F]{20}$/;
/** Where the files of a dock lie; no device reaches outside its own. */
export const prefixOf = (dockOID: string): string => `media/${dockOID}/`;

/** What docks store their files with: for a time, and below their own prefix alone. @param objectsUrl where they reach us */
export const createDockCredentials = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  objectsUrl: () => string,
) => ({
  /** @param sessionOID it ends with this session; null: with the dock */
  async credentialForDock(dockOID: string, sessionOID: string | null = null): Promise<DeviceCredential> {
    const row = {
      accessKeyId: `EYRIE${randomBytes(10).toString('hex').toUpperCase()}`,
      secret: randomBytes(30).toString('base64url'),
      sessionToken: randomBytes(48).toString('base64url'),
      dockOID,
      sessionOID,
      bucket: objectsBucket,
      prefix: prefixOf(dockOID),
      expiresAt: clock.wall() + limits.media.credentialLife,
    };
    await insertCredential(db, row, clock.wall());
    return {
      provider: 'minio',
      endpoint: objectsUrl(),
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
  async findCredential(accessKeyId: string): Promise<StorageCredential | null> {
    const row = keyShape.test(accessKeyId) ? await credentialByKey(db, accessKeyId) : null;
    return row && row.expiresAt > clock.wall() ? row : null;
  },
});
