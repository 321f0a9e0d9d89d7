import { createHash } from 'node:crypto';
import { routeFileType } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Stores a file and then does the work that names it: no row ever names a file that is not there, and a file whose work came to
 * nothing is taken away again.
 */
export async function storedThen<T>(
  { objects, log }: { objects: Objects; log: Runtime['log'] },
  { objectKey, bytes, checksum }: { objectKey: string; bytes: Uint8Array; checksum: string },
  work: () => Promise<T>,
): Promise<T> {
  await objects.put(objectKey, Buffer.from(bytes), { contentType: routeFileType, sha256: checksum });
  try {
    return await work();
  } catch (error) {
    // A file without a row would never be found again.
    await removeFiles({ objects, log }, [objectKey]);
    throw error;
  }
}

/** Takes away files that nothing names any more. What fails is left behind and written down. */
export async function removeFiles(
  { objects, log }: { objects: Objects; log: Runtime['log'] },
  keys: readonly string[],
): Promise<void> {
  for (const objectKey of keys)
    await objects
      .delete(objectKey)
      .catch((err: unknown) => log.warn({ err, objectKey }, 'a route file was left behind'));
}
