import { createHash, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ObjectRefused } from './objects.ts';
import type { PutOptions } from './objects.ts';

/** Bytes that lie whole and synced in a file of ours, not yet under their name. */
export interface Spooled {
  path: string;
  size: number;
  md5: string;
  sha256: string;
}

/**
 * Writes a body to a new file in `dir`, hashing on the way, and syncs it to the disk.
 * @throws ObjectRefused when it is not what was announced; the file is gone then.
 */
export async function spool(
  dir: string,
  body: Readable | Buffer,
  options: PutOptions = {},
): Promise<Spooled> {
  const path = join(dir, randomBytes(16).toString('hex'));
  const file = await open(path, 'wx', 0o600);
  try {
    const spooled = { path, ...(await fill(file, body, options)) };
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
  options: PutOptions,
): Promise<Omit<Spooled, 'path'>> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > (options.maxBytes ?? Number.POSITIVE_INFINITY))
      throw new ObjectRefused('tooLarge', 'too many bytes');
    md5.update(bytes);
    sha256.update(bytes);
    await file.writeFile(bytes);
  }
  const found = { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') };
  if (options.size !== undefined && options.size !== size) {
    throw new ObjectRefused('sizeDiffers', `${size} bytes came, ${options.size} were announced`);
  }
  const wrong =
    (options.sha256 !== undefined && options.sha256 !== found.sha256) ||
    (options.md5 !== undefined && options.md5 !== found.md5);
  if (wrong) throw new ObjectRefused('hashDiffers', 'the bytes do not have the announced hash');
  return found;
}
