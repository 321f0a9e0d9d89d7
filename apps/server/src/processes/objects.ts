import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FlightObjects } from '../modules/flight/index.ts';
import { createDiskObjects, createOutsideObjects, type Objects } from '../platform/objects/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';

export interface ObjectStore {
  objects: Objects;
  /** Secret of this server's own links; undefined with an outside store. */
  linkSecret: string | undefined;
  /** The store as the flight room uses it. */
  flight: FlightObjects;
}

/** Opens the store of files: the data directory, or an outside one where `EYRIE_S3_*` is set. */
export const openObjectStore = async (
  settings: Settings,
  clock: Clock,
  publicUrl: () => string,
  /** Folder for what is still coming; missing: that of a server's first process. */
  incoming?: string,
): Promise<ObjectStore> => {
  const { s3, dataDir } = settings;
  // Each process empties its own folder at its start: what another is sending at that moment must not lie in it.
  const sendingFrom = incoming === undefined ? dataDir : join(dataDir, 'outgoing', basename(incoming));
  const outside = s3 ? await createOutsideObjects(s3, sendingFrom, clock) : null;
  const disk = outside ? null : await createDiskObjects({ dataDir, clock, publicUrl, incoming });
  const objects = (outside ?? disk) as Objects;
  return {
    objects,
    linkSecret: disk?.linkSecret,
    flight: {
      read: async (key) => {
        const found = await objects.get(key);
        return found ? new Uint8Array(await buffer(found.stream)) : null;
      },
      write: async (key, bytes, contentType) => {
        await objects.put(key, Buffer.from(bytes), { contentType });
      },
      address: (key, ttl) => objects.presignGet(key, ttl),
    },
  };
};
