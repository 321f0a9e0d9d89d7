import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isObjectKey } from '@eyrie/domain';
import { ObjectRefused } from './objects.ts';
import type { ObjectInfo } from './objects.ts';

const noteShape = z.object({
  key: z.string(),
  size: z.number(),
  contentType: z.string(),
  etag: z.string(),
  crc32: z.number().optional(),
  storedAt: z.number(),
  file: z.string().regex(/^[0-9a-f]{32}$/),
});
/** What is written down about an object, with the name of the file of its bytes. */
export type Note = z.infer<typeof noteShape>;

export const infoOf = ({ key, size, contentType, etag, crc32, storedAt }: Note): ObjectInfo => ({
  key,
  size,
  contentType,
  etag,
  crc32,
  storedAt,
});

/** For files that may be gone. @throws every other error */
export function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Where notes and bytes lie below `root`. A file's name comes from us alone, never from the key itself. */
export const createNotes = (root: string) => {
  /** @throws ObjectRefused `badKey` */
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new ObjectRefused('badKey', 'not an object key');
    const name = createHash('sha256').update(key).digest('hex');
    return join(root, name.slice(0, 2), `${name}.json`);
  };
  return {
    pathOf,
    fileOf: ({ file }: Note): string => join(root, file.slice(0, 2), file),
    async read(key: string): Promise<Note | null> {
      const text = await readFile(pathOf(key), 'utf8').catch(absentAsNull);
      return text === null ? null : noteShape.parse(JSON.parse(text));
    },
  };
};
export type Notes = ReturnType<typeof createNotes>;
