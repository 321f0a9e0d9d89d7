import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { createLinkSigner } from './link.ts';
import { isObjectKey, ObjectRefused } from './objects.ts';
import type { ByteRange, ObjectInfo, Objects, PutOptions } from './objects.ts';
import { spool } from './spool.ts';

export interface DiskObjectsOptions {
  /** Objects lie in `{dataDir}/objects`. */
  dataDir: string;
  clock: Clock;
  /** Where devices reach this server, without a slash at the end; asked at every link, as the port may be any free one. */
  publicUrl: () => string;
}

export interface DiskObjects extends Objects {
  /** Secret of the links that `presignGet` makes; the endpoint checks them with it. */
  readonly linkSecret: string;
}

const noteShape = z.object({
  key: z.string(),
  size: z.number(),
  contentType: z.string(),
  etag: z.string(),
  storedAt: z.number(),
  file: z.string().regex(/^[0-9a-f]{32}$/),
});
type Note = z.infer<typeof noteShape>;

/**
 * Objects as files below the data directory. A file's name comes from us alone: the hash of the key leads to a note
 * about the object, the note names the file of its bytes. The note is put in place last and at once, so that a kill
 * leaves the old object or the new one.
 */
export async function createDiskObjects(options: DiskObjectsOptions): Promise<DiskObjects> {
  const root = join(options.dataDir, 'objects');
  const incoming = join(root, 'incoming');
  // What a killed server was still receiving is of no use to anybody.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const linkSecret = await readSecret(join(options.dataDir, 'objects.secret'));
  const sign = createLinkSigner(linkSecret, options.clock);

  const noteOf = (key: string): string => {
    if (!isObjectKey(key)) throw new ObjectRefused('badKey', 'not an object key');
    const name = createHash('sha256').update(key).digest('hex');
    return join(root, name.slice(0, 2), `${name}.json`);
  };
  const fileOf = (note: Note): string => join(root, note.file.slice(0, 2), note.file);

  const readNote = async (key: string): Promise<Note | null> => {
    const text = await readFile(noteOf(key), 'utf8').catch(absentAsNull);
    return text === null ? null : noteShape.parse(JSON.parse(text));
  };

  const put = async (key: string, body: Readable | Buffer, about: PutOptions = {}): Promise<ObjectInfo> => {
    const notePath = noteOf(key);
    const spooled = await spool(incoming, body, about);
    const note: Note = {
      key,
      size: spooled.size,
      contentType: about.contentType ?? 'application/octet-stream',
      etag: spooled.md5,
      storedAt: options.clock.wall(),
      file: randomBytes(16).toString('hex'),
    };
    const before = await readNote(key);
    await mkdir(dirname(fileOf(note)), { recursive: true, mode: 0o700 });
    await mkdir(dirname(notePath), { recursive: true, mode: 0o700 });
    await rename(spooled.path, fileOf(note));
    await syncFolder(dirname(fileOf(note)));
    const draft = await spool(incoming, Buffer.from(JSON.stringify(note)));
    await rename(draft.path, notePath);
    await syncFolder(dirname(notePath));
    if (before) await rm(fileOf(before), { force: true });
    return infoOf(note);
  };

  const get = async (
    key: string,
    range?: ByteRange,
  ): Promise<{ info: ObjectInfo; stream: Readable } | null> => {
    for (let missed: string | null = null; ;) {
      const note = await readNote(key);
      if (!note || note.file === missed) return null;
      // Opened before anything is sent: the object may be replaced while it is being read.
      const file = await open(fileOf(note)).catch(absentAsNull);
      if (file)
        return {
          info: infoOf(note),
          stream: file.createReadStream({ start: range?.start, end: range?.end }),
        };
      // It was put anew between the two looks, and its note names another file by now.
      missed = note.file;
    }
  };

  return {
    linkSecret,
    put,
    get,
    head: async (key) => {
      const note = await readNote(key);
      return note && infoOf(note);
    },
    delete: async (key) => {
      const note = await readNote(key);
      if (!note) return;
      await rm(noteOf(key), { force: true });
      await rm(fileOf(note), { force: true });
    },
    presignGet: (key, life) => {
      noteOf(key);
      return sign(options.publicUrl(), key, life);
    },
  };
}

const infoOf = ({ key, size, contentType, etag, storedAt }: Note): ObjectInfo => ({
  key,
  size,
  contentType,
  etag,
  storedAt,
});

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A new name is on the disk only when its folder is. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readSecret(path: string): Promise<string> {
  if (!existsSync(path)) {
    await writeFile(`${path}.new`, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return (await readFile(path, 'utf8')).trim();
}
