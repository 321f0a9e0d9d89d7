import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ObjectRefused } from './objects.ts';
import type { PutOptions } from './objects.ts';

/** Bytes that lie whole and synced in a file of ours, not yet under their name. */
export interface Spooled {
  path: string;
  size: number;
  md5: string;
  crc32: number;
}

/**
 * Writes a body to a new file in `dir`, hashing on the way, and syncs it to the disk. What nobody announced is not hashed:
 * all of this is done by the thread that carries orders.
 * @throws ObjectRefused when it is not what was announced; the file is gone then.
 */
export const spool = (dir: string, body: Readable | Buffer, options: PutOptions = {}): Promise<Spooled> =>
  write(dir, body, { options, sha256: options.sha256 === undefined ? null : createHash('sha256') });

/** The same, with the SHA-256 of what was written in hex. */
export const spoolWithSum = async (
  dir: string,
  body: Readable | Buffer,
  options: PutOptions = {},
): Promise<Spooled & { sha256: string }> => {
  const sha256 = createHash('sha256');
  const spooled = await write(dir, body, { options, sha256 });
  return { ...spooled, sha256: sha256.digest('hex') };
};

interface Writing {
  options: PutOptions;
  sha256: Hash | null;
}

async function write(dir: string, body: Readable | Buffer, writing: Writing): Promise<Spooled> {
  const path = join(dir, randomBytes(16).toString('hex'));
  const file = await open(path, 'wx', 0o600);
  try {
    const spooled = { path, ...(await fill(file, body, writing)) };
    await file.sync();
    await file.close();
    return spooled;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

async function fill(
  file: Awaited<ReturnType<typeof open>>,
  body: Readable | Buffer,
  { options, sha256 }: Writing,
): Promise<Omit<Spooled, 'path'>> {
  const md5 = createHash('md5');
  let size = 0;
  let sum = 0;
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > (options.maxBytes ?? Number.POSITIVE_INFINITY))
      throw new ObjectRefused('tooLarge', 'too many bytes');
    md5.update(bytes);
    sum = crc32(bytes, sum);
    sha256?.update(bytes);
    await file.writeFile(bytes);
  }
  const found = { size, md5: md5.digest('hex'), crc32: sum };
  if (options.size !== undefined && options.size !== size) {
    throw new ObjectRefused('sizeDiffers', `${size} bytes came, ${options.size} were announced`);
  }
  const wrong =
    (options.sha256 !== undefined && options.sha256 !== sha256?.copy().digest('hex')) ||
    (options.md5 !== undefined && options.md5 !== found.md5);
  if (wrong) throw new ObjectRefused('hashDiffers', 'the bytes do not have the announced hash');
  return found;
}
