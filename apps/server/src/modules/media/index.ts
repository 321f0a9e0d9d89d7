import type { StorageCredential as DeviceCredential, UploadedFile } from '@eyrie/dji';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects, StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createDockCredentials } from './dock-credential.ts';
import { mediaEndpoints } from './media.endpoints.ts';
import { createMediaRecord, type MediaSource } from './media.record.ts';

export type { MediaSource } from './media.record.ts';
export { prefixOf } from './dock-credential.ts';

export interface MediaRoom {
  endpoints: Endpoint[];
  /** A session credential with which one dock can write below its own prefix, and nothing else. */
  credentialForDock(dockOID: string): Promise<DeviceCredential>;
  findCredential(accessKeyId: string): Promise<StorageCredential | null>;
  /** A dock says that it stored a file: noted once, tied to the flight it names when that is the dock's own. */
  recordMedia(dock: MediaSource, file: UploadedFile): Promise<void>;
}

export const createMedia = (
  runtime: Runtime,
  { objects, objectsUrl }: { objects: Objects; objectsUrl(): string },
): MediaRoom => ({
  endpoints: mediaEndpoints(runtime, objects),
  ...createDockCredentials(runtime, objectsUrl),
  recordMedia: createMediaRecord(runtime, objects),
});
