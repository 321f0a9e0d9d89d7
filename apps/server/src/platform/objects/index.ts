/** Stored files, and the S3 endpoint that devices upload to. */
export { createDiskObjects } from './disk.ts';
export { diskHolds } from './disk-room.ts';
export type { DiskObjects, DiskObjectsOptions } from './disk.ts';
export { ObjectRefused } from './objects.ts';
export { createOutsideObjects } from './outside.ts';
export { objectsEndpoint } from './endpoint.ts';
export type { ObjectsEndpointOptions, StoredObject } from './endpoint.ts';
export type { StorageCredential } from './credential.ts';
export { objectsBucket, objectsPath } from './link.ts';
export type { ByteRange, GrowingFiles, ObjectInfo, ObjectPage, Objects, PutOptions } from './objects.ts';
export { unnamedTimer, type OwnObjects } from './unnamed.ts';
