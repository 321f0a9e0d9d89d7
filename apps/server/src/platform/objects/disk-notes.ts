import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isObjectKey } from '@eyrie/domain';
import { ObjectRefused } from './objects.ts';
import type { ObjectInfo, ObjectPage } from './objects.ts';

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

/** Folders of notes, by the first byte of the hash of a key. */
const folders = 256;
const noteName = /^[0-9a-f]{64}\.json$/;
const folderOf = (at: number): string => at.toString(16).padStart(2, '0');

/** A note that cannot be read names no object that anybody could fetch. */
const parsedNote = (text: string | null): Note | null => {
  try {
    return text === null ? null : noteShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** The objects of the next folder of notes that has some; notes are read one by one, beside what else the disk is asked for. */
const pageOf = async (
  root: string,
  prefixes: readonly string[],
  after: string | null,
): Promise<ObjectPage> => {
  for (let at = after === null ? 0 : Number.parseInt(after, 16) + 1; at < folders; at += 1) {
    const folder = join(root, folderOf(at));
    const names = ((await readdir(folder).catch(absentAsNull)) ?? []).filter((name) => noteName.test(name));
    const objects: ObjectPage['objects'] = [];
    for (const name of names) {
      const note = parsedNote(await readFile(join(folder, name), 'utf8').catch(absentAsNull));
      if (note && prefixes.some((prefix) => note.key.startsWith(prefix)))
        objects.push({ key: note.key, size: note.size, storedAt: note.storedAt });
    }
    if (names.length > 0) return { objects, next: at + 1 < folders ? folderOf(at) : null };
  }
  return { objects: [], next: null };
};

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
    page: (prefixes: readonly string[], after: string | null): Promise<ObjectPage> =>
      pageOf(root, prefixes, after),
  };
};
export type Notes = ReturnType<typeof createNotes>;
