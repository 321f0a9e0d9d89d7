import type { StorageCredential as DeviceCredential, UploadedFile } from '@eyrie/dji';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects, StorageCredential } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createDockCredentials } from './dock-credential.ts';
import { mediaEndpoints } from './media.endpoints.ts';
import { countOfGroup, fingerprintsInUse } from './media.store.ts';
import { createMediaRecord, type FileMarks, type MediaSource } from './media.record.ts';

export type { MediaSource } from './media.record.ts';
export { prefixOf } from './dock-credential.ts';
export { createFrameKeeping, type KeepFrame } from './media.frames.ts';
export { mediaTarget } from './media.upload.ts';
export { listLiveFile, removeUnlisted, requireLiveRoom, storeLiveFile, type LiveFile } from './live-file.ts';
export { objectKeyOfPhoto } from './media.store.ts';
export { asksSomewhere, routeOfFlight, typesOfFile, type PlacedFile } from './flown-route.store.ts';
export { quotasAbove } from './media.storage.store.ts';
export { featureOf, stacItemOf, tableOf, type CataloguedFile } from './media.catalogue.ts';
export { contentTypeOf, previewAnswer } from './media.preview.ts';
export { filesByOid, type StandingFile } from './media.list.store.ts';
export { storedFile } from './media.zip.ts';
export { createFileJobs, createFileReading } from './media.reading.ts';
export { pyramidEndpoints } from './media.pyramid.endpoints.ts';
export { makePlayback } from './media.playback.ts';
export { playbackEndpoints } from './media.playback.endpoints.ts';
export { videoTranscoder } from './video-transcoder.ts';
export { thermalEndpoints } from './media.thermal.endpoints.ts';
export { thermalDecoder } from './thermal-decode.ts';
export { mediaItemOf, mediaListEndpoints, mediaTimers } from './media.list.endpoints.ts';

export interface MediaRoom {
  endpoints: Endpoint[];
  /**
   * A session credential with which one device can write below its own prefix, and nothing else.
   * @param sessionOID it ends with this session of a pilot; missing: it is a dock's
   */
  credentialForDock(dockOID: string, sessionOID?: string): Promise<DeviceCredential>;
  /** The same for one place below which the device may write, and for a time. */
  credentialBelow(
    dockOID: string,
    prefix: string,
    life: number,
  ): Promise<{ credential: DeviceCredential; expiresAt: number }>;
  /** Ends what a device was given for one place. */
  endCredentials(dockOID: string, prefix: string): Promise<void>;
  findCredential(accessKeyId: string): Promise<StorageCredential | null>;
  /**
   * A device says that it stored a file: noted once, tied to the flight it names when that is the device's own.
   * @returns false when the file is not there, or is none of the device's own
   */
  recordMedia(device: MediaSource, file: UploadedFile, marks?: FileMarks): Promise<boolean>;
  /** Which of these fingerprints files have that a member sees. */
  fingerprintsInUse(
    caller: Pick<Caller, 'groupRoot' | 'groupOID'>,
    column: 'fingerprint' | 'tiny_fingerprint',
    asked: readonly string[],
  ): Promise<string[]>;
  /** How many files of one group a device has stored. */
  countOfGroup(dockOID: string, groupId: string): Promise<number>;
}

export const createMedia = (
  runtime: Runtime,
  { objects, objectsUrl }: { objects: Objects; objectsUrl(): string },
): MediaRoom => ({
  endpoints: mediaEndpoints(runtime, objects),
  ...createDockCredentials(runtime, objectsUrl),
  recordMedia: createMediaRecord(runtime, objects),
  fingerprintsInUse: (caller, column, asked) => fingerprintsInUse(runtime.db, caller, column, asked),
  countOfGroup: (dockOID, groupId) => countOfGroup(runtime.db, dockOID, groupId),
});
