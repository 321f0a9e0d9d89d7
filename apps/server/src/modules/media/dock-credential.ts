import { randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { StorageCredential as DeviceCredential } from '@eyrie/dji';
import { objectsBucket, type StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { credentialByKey, dropCredentials, insertCredential } from './media.store.ts';

const keyShape = /^EYRIE[0-9A-F]{20}$/;
/** Where the files of a dock lie; no device reaches outside its own. */
export const prefixOf = (dockOID: string): string => `media/${dockOID}/`;

/** What docks store their files with: for a time, and below their own prefix alone. @param objectsUrl where they reach us */
export const createDockCredentials = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  objectsUrl: () => string,
) => {
  const give = async (
    dockOID: string,
    { prefix, life, sessionOID }: { prefix: string; life: number; sessionOID: string | null },
  ): Promise<{ credential: DeviceCredential; expiresAt: number }> => {
    const row = {
      accessKeyId: `EYRIE${randomBytes(10).toString('hex').toUpperCase()}`,
      secret: randomBytes(30).toString('base64url'),
      sessionToken: randomBytes(48).toString('base64url'),
      dockOID,
      sessionOID,
      bucket: objectsBucket,
      prefix,
      expiresAt: clock.wall() + life,
    };
    await insertCredential(db, row, clock.wall());
    const credential: DeviceCredential = {
      provider: 'minio',
      endpoint: objectsUrl(),
      region: 'us-east-1',
      bucket: row.bucket,
      // The dock adds its own slash.
      objectKeyPrefix: row.prefix.slice(0, -1),
      accessKeyId: row.accessKeyId,
      accessKeySecret: row.secret,
      securityToken: row.sessionToken,
      expire: life / 1000,
    };
    return { credential, expiresAt: Math.round(row.expiresAt) };
  };
  return {
    /** @param sessionOID it ends with this session; null: with the dock */
    credentialForDock: async (
      dockOID: string,
      sessionOID: string | null = null,
    ): Promise<DeviceCredential> => {
      const asked = { prefix: prefixOf(dockOID), life: limits.media.credentialLife, sessionOID };
      return (await give(dockOID, asked)).credential;
    },
    /** For one place of its own, which ends with a slash; good for `life` ms, and until it is ended. */
    credentialBelow: (dockOID: string, prefix: string, life: number) =>
      give(dockOID, { prefix, life, sessionOID: null }),
    endCredentials: (dockOID: string, prefix: string): Promise<void> => dropCredentials(db, dockOID, prefix),
    async findCredential(accessKeyId: string): Promise<StorageCredential | null> {
      const row = keyShape.test(accessKeyId) ? await credentialByKey(db, accessKeyId) : null;
      return row && row.expiresAt > clock.wall() ? row : null;
    },
  };
};
