import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absentAsNull } from './disk-notes.ts';
import { ObjectRefused } from './objects.ts';
import type { GrowingFiles, GrownFile, ObjectInfo } from './objects.ts';
import { syncFolder } from './sync-folder.ts';

/** Codes of file systems that know no second name for a file, or not there; Windows says that by EISDIR. */
const noSecondName = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EISDIR']);

/** Gives a file a second name; where there is no such thing, a copy. */
const placeAt = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (!noSecondName.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const copy = await open(to, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
  }
};

/** Bytes that are handed to the disk together. */
const writtenAtOnce = 1_048_576;

/** Writes some chunks one behind the other. @param bytes of all of them */
const writeAll = async (
  file: FileHandle,
  chunks: readonly Buffer[],
  bytes: number,
  at: number,
): Promise<void> => {
  if (bytes === 0) return;
  let { bytesWritten: done } = await file.writev(chunks, at);
  if (done === bytes) return;
  // A disk may take less at once; the rest is rare enough to be copied.
  const all = Buffer.concat(chunks);
  while (done < bytes) done += (await file.write(all, done, bytes - done, at + done)).bytesWritten;
};

const named = /^[\w-]{1,64}$/;

/** Bytes that a file system counts by, whatever its own blocks are. */
const counted = 512;

/** @param settle makes a file the object of a key */
export const createGrowing = (
  root: string,
  settle: (key: string, about: GrownFile, bring: (path: string) => Promise<void>) => Promise<ObjectInfo>,
): GrowingFiles => {
  const pathOf = (name: string): string => {
    if (!named.test(name)) throw new ObjectRefused('badKey', 'not a name of a growing file');
    return join(root, name);
  };
  const openToWrite = async (path: string): Promise<FileHandle> => {
    const there = await open(path, 'r+').catch(absentAsNull);
    if (there) return there;
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
    // Of two that begin it at once, neither empties what the other has written.
    const begun = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await syncFolder(dirname(path));
    return begun;
  };
  return {
    async write(name, at, piece) {
      const file = await openToWrite(pathOf(name));
      try {
        let place = at;
        let waiting: Buffer[] = [];
        let bytes = 0;
        const writeWaiting = async (): Promise<void> => {
          await writeAll(file, waiting, bytes, place);
          place += bytes;
          [waiting, bytes] = [[], 0];
        };
        for await (const chunk of piece) {
          waiting.push(chunk);
          bytes += chunk.length;
          if (bytes >= writtenAtOnce) await writeWaiting();
        }
        await writeWaiting();
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async read(name, { start, end }) {
      const file = await open(pathOf(name)).catch(absentAsNull);
      return file && file.createReadStream({ start, end });
    },
    async isFull(name, size) {
      const found = await stat(pathOf(name)).catch(absentAsNull);
      return found !== null && found.size === size && found.blocks * counted >= size;
    },
    settle: (name, key, about) => settle(key, about, (path) => placeAt(pathOf(name), path)),
    place: (name, path) => placeAt(pathOf(name), path),
    async idle(before, most) {
      const found: string[] = [];
      for (const name of (await readdir(root).catch(absentAsNull)) ?? []) {
        if (found.length >= most) break;
        if (!named.test(name)) continue;
        const about = await stat(join(root, name)).catch(absentAsNull);
        if (about?.isFile() && about.mtimeMs < before) found.push(name);
      }
      return found;
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
  };
};
