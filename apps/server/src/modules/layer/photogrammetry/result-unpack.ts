import { createWriteStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { photogrammetryLimits, type RefusalReason } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import { openZipEntry, readZipDirectory, type ZipEntry } from '../../../platform/archive/zip-directory.ts';
import { zipOf } from '../../../platform/archive/zip-stream.ts';
import { Refusal } from '../../../platform/http/refusal.ts';

const bounds = photogrammetryLimits;
const zipLimits = {
  entries: bounds.resultFiles,
  directoryBytes: limits.layer.zipDirectoryBytes,
  entryBytes: bounds.resultBytes,
  expandedBytes: bounds.resultUnpacked,
  ratio: limits.layer.zipRatio,
};

/** What is taken out of the zip of an engine. */
export interface UnpackQuestion {
  zip: string;
  /** Path in the zip: of a file, or of a folder, which becomes a zip of its own. */
  from: string;
  isFolder: boolean;
  /** Where it is laid. */
  to: string;
  /** Date of the files of a folder, epoch ms. */
  at: number;
}

/** `size` null: it is not there. `whole`: the zip itself is wrong, not what was looked for. */
export type UnpackAnswer =
  | { ok: true; size: number | null }
  | { ok: false; reason: RefusalReason; values: Record<string, string | number>; whole: boolean };

const tooLarge = (max: number): Refusal => new Refusal('tooLarge', { values: { max } });

/** Unpacks one file, exactly as its list says. @throws Refusal zipUnsafe */
async function unpackFile(zip: FileHandle, entry: ZipEntry, path: string): Promise<void> {
  if (entry.size > limits.layer.rasterBytes) throw tooLarge(limits.layer.rasterBytes);
  let [size, sum] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      if (size > entry.size) done(new Refusal('zipUnsafe'));
      else done(null, chunk);
    },
  });
  await pipeline(await openZipEntry(zip, entry), counted, createWriteStream(path, { mode: 0o600 }));
  if (size !== entry.size || sum !== entry.crc) throw new Refusal('zipUnsafe');
}

/** Makes a zip of the files of a folder, with their names below it. */
async function packFolder(
  zip: FileHandle,
  entries: readonly ZipEntry[],
  { from, to, at }: UnpackQuestion,
): Promise<void> {
  if (entries.reduce((sum, { size }) => sum + size, 0) > limits.layer.tilesetBytes)
    throw tooLarge(limits.layer.tilesetBytes);
  const files = entries.map((entry) => {
    const inner = entry.name.slice(from.length + 1);
    const holder = posix.dirname(inner);
    return {
      name: posix.basename(inner),
      ...(holder === '.' ? {} : { folder: holder }),
      size: entry.size,
      at: new Date(at),
      open: () => openZipEntry(zip, entry),
    };
  });
  await pipeline(zipOf(files), createWriteStream(to, { mode: 0o600 }));
}

const takeOut = async (zip: FileHandle, entries: readonly ZipEntry[], question: UnpackQuestion) => {
  const { from, isFolder, to } = question;
  const wanted = entries.filter(({ name }) =>
    isFolder ? name.startsWith(`${from}/`) && !name.endsWith('/') : name === from,
  );
  const [first] = wanted;
  if (!first) return null;
  if (isFolder) await packFolder(zip, wanted, question);
  else await unpackFile(zip, first, to);
  return (await stat(to)).size;
};

/** For a thread of its own: it reads what an engine made, whatever that is. */
export async function unpackResult(question: UnpackQuestion): Promise<UnpackAnswer> {
  const zip = await open(question.zip);
  let whole = true;
  try {
    const entries = await readZipDirectory(zip, zipLimits);
    whole = false;
    return { ok: true, size: await takeOut(zip, entries, question) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ENOSPC') return { ok: false, reason: 'noRoom', values: {}, whole: false };
    // What inflates to nothing is as wrong as what has another sum.
    const fault = typeof code === 'string' && code.startsWith('Z_') ? new Refusal('zipUnsafe') : error;
    if (!(fault instanceof Refusal)) throw error;
    return { ok: false, reason: fault.reason, values: fault.details.values ?? {}, whole };
  } finally {
    await zip.close();
  }
}
