import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { absentAsNull, createNotes, infoOf, type Note, type Notes } from './disk-notes.ts';
import { createGrowing } from './growing.ts';
import { createLinkSigner } from './link.ts';
import { diskHolds } from './disk-room.ts';
import type { ObjectInfo, Objects, PutOptions } from './objects.ts';
import { spool } from './spool.ts';
import { syncFolder } from './sync-folder.ts';

export interface DiskObjectsOptions {
  /** Objects lie in `{dataDir}/objects`. */
  dataDir: string;
  clock: Clock;
  /** Where devices reach this server, without a slash at the end; asked at every link, as the port may be any free one. */
  publicUrl: () => string;
  /** Folder of what is still coming, of this process alone: what lies in it at the start is removed. */
  incoming?: string | undefined;
}

export interface DiskObjects extends Objects {
  /** Secret of the links that `presignGet` makes; the endpoint checks them with it. */
  readonly linkSecret: string;
}

/**
 * Objects as files below the data directory. A file's name comes from us alone: the hash of the key leads to a note
 * about the object, the note names the file of its bytes. The note is put in place last and at once, so that a kill
 * leaves the old object or the new one.
 */
export async function createDiskObjects(options: DiskObjectsOptions): Promise<DiskObjects> {
  const root = join(options.dataDir, 'objects');
  const incoming = join(root, options.incoming ?? 'incoming');
  // What a killed server was still receiving is of no use to anybody.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const linkSecret = await readSecret(join(options.dataDir, 'objects.secret'));
  const sign = createLinkSigner(linkSecret, options.clock);
  const notes = createNotes(root);

  /** @param bring puts the bytes, whole and synced, under the name of their file */
  const settle = async (
    key: string,
    about: Omit<Note, 'key' | 'storedAt' | 'file'>,
    bring: (path: string) => Promise<void>,
  ): Promise<ObjectInfo> => {
    const notePath = notes.pathOf(key);
    const note: Note = {
      ...about,
      key,
      storedAt: options.clock.wall(),
      file: randomBytes(16).toString('hex'),
    };
    const before = await notes.read(key);
    const path = notes.fileOf(note);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await mkdir(dirname(notePath), { recursive: true, mode: 0o700 });
    await bring(path);
    const writeNote = async (): Promise<string> => {
      await syncFolder(dirname(path));
      return (await spool(incoming, Buffer.from(JSON.stringify(note)))).path;
    };
    const draft = await writeNote().catch(async (error: unknown) => {
      // On a full disk most of all: bytes without a note are nobody's, and would stay for ever.
      await rm(path, { force: true });
      throw error;
    });
    await rename(draft, notePath);
    await syncFolder(dirname(notePath));
    if (before) await rm(notes.fileOf(before), { force: true });
    return infoOf(note);
  };

  const put = async (key: string, body: Readable | Buffer, about: PutOptions = {}): Promise<ObjectInfo> => {
    notes.pathOf(key);
    const { path: spooled, size, md5: etag, crc32 } = await spool(incoming, body, about);
    const contentType = about.contentType ?? 'application/octet-stream';
    return settle(key, { size, contentType, etag, crc32 }, (path) => rename(spooled, path));
  };

  return {
    linkSecret,
    put,
    growing: createGrowing(join(root, 'growing'), settle),
    get: async (key, range) => {
      const found = await openObject(notes, key);
      if (!found) return null;
      const stream = found.file.createReadStream({ start: range?.start, end: range?.end });
      return { info: infoOf(found.note), stream };
    },
    head: async (key) => {
      const note = await notes.read(key);
      return note && infoOf(note);
    },
    delete: async (key) => {
      const note = await notes.read(key);
      if (!note) return;
      await rm(notes.pathOf(key), { force: true });
      await rm(notes.fileOf(note), { force: true });
    },
    list: notes.page,
    // Parts and what they are put together to lie there at once.
    hasRoom: async (bytes, spare) => diskHolds(options.dataDir, 2 * bytes + spare),
    presignGet: (key, life) => {
      notes.pathOf(key);
      return sign(options.publicUrl(), key, life);
    },
  };
}

/** An object's note and its bytes, opened before anything is sent: it may be put anew while it is being read. */
async function openObject(notes: Notes, key: string): Promise<{ note: Note; file: FileHandle } | null> {
  for (let missed: string | null = null; ;) {
    const note = await notes.read(key);
    if (!note || note.file === missed) return null;
    const file = await open(notes.fileOf(note)).catch(absentAsNull);
    if (file) return { note, file };
    // It was put anew between the two looks, and its note names another file by now.
    missed = note.file;
  }
}

async function readSecret(path: string): Promise<string> {
  if (!existsSync(path)) {
    await writeFile(`${path}.new`, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return (await readFile(path, 'utf8')).trim();
}
