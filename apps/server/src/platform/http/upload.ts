import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits, type CallDeclaration } from '@eyrie/domain';
import type { FastifyRequest } from 'fastify';
import type { CallContext, HeldFile, SpooledFile, UploadedFile } from './endpoint.ts';
import { createConcurrencyLimiter } from '../concurrency-limiter.ts';
import { isNoRoom } from '../no-room.ts';
import { noRoom } from './known-error.ts';
import { Refusal } from './refusal.ts';

/** Bytes of a file that wait for the disk together: many short writes cost more than their bytes. */
const writtenAtOnce = 1_048_576;

interface Upload<File> {
  fields: Record<string, unknown>;
  file: File | null;
}

/** Reads a multipart request: one file as `file`, taken by `take`, and a few short fields. */
const readParts = async <File>(
  request: FastifyRequest,
  maxBytes: number,
  take: (name: string, part: { file: Readable }) => Promise<File>,
): Promise<Upload<File>> => {
  if (!request.isMultipart()) throw new Refusal('unsupportedMediaType');
  const fields: Record<string, unknown> = {};
  let file: File | null = null;
  try {
    for await (const part of request.parts({
      limits: {
        fileSize: maxBytes,
        files: limits.http.filesOfUpload,
        fields: 10,
        parts: 11,
        fieldSize: 2_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw new Refusal('malformed');
        file = await take(part.filename.slice(0, 255), part);
        if (part.file.truncated) throw new Refusal('tooLarge', { values: { max: maxBytes } });
      } else if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (error instanceof Refusal || isNoRoom(error)) throw error;
    const code = (error as { code?: string }).code ?? '';
    if (code === 'FST_FILES_LIMIT')
      throw new Refusal('tooManyFiles', { values: { max: limits.http.filesOfUpload } });
    throw new Refusal(code === 'FST_REQ_FILE_TOO_LARGE' ? 'tooLarge' : 'malformed', {
      values: { max: maxBytes },
    });
  }
  return { fields, file };
};

/**
 * An upload whose file goes into a folder of its own below `folder`. `work` uses it; afterwards the folder is gone,
 * whatever happened.
 */
const withSpooledUpload = async <T>(
  request: FastifyRequest,
  maxBytes: number,
  folder: string,
  work: (upload: Upload<SpooledFile>) => Promise<T>,
): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'upload-'));
  try {
    const upload = await readParts(request, maxBytes, async (name, { file }) => {
      const path = join(own, 'file');
      const target = createWriteStream(path, { mode: 0o600, highWaterMark: writtenAtOnce });
      await pipeline(file, target);
      return { name, path, size: target.bytesWritten };
    });
    return await work(upload);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
};

/** Pieces that are in memory at once, of all senders; more of them go to the disk, however slowly they come. */
const seats = 8;
let taken = 0;

/** An upload whose file is kept in memory, while there is a seat for it. */
const withHeldUpload = async <T>(
  request: FastifyRequest,
  maxBytes: number,
  work: (upload: Upload<HeldFile>) => Promise<T>,
): Promise<T> => {
  taken += 1;
  try {
    const upload = await readParts(request, maxBytes, async (name, { file }) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of file as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
      }
      return { name, size, chunks };
    });
    return await work(upload);
  } finally {
    taken -= 1;
  }
};

/**
 * Whoever sends slowly, or together with many others, holds room on the disk. In memory there is one file at a time,
 * with all that is made of it.
 */
const oneInMemory = createConcurrencyLimiter(limits.http.uploads);

const inMemory = async ({ name, path }: SpooledFile): Promise<UploadedFile> => ({
  name,
  bytes: await readFile(path),
});

export type Files = Pick<CallContext, 'file' | 'spooled' | 'held'>;

/** Bytes that may still be written where `folder` is or will be; null: nobody knows. */
const freeAt = async (folder: string): Promise<number | null> => {
  const disk = await statfs(folder).catch(() => statfs(dirname(folder)).catch(() => null));
  return disk && disk.bavail * disk.bsize;
};

/** Reads what is uploaded in the way that its call asks for; calls without an upload run at once. */
export const runWithUpload = async <T>(
  request: FastifyRequest,
  declaration: CallDeclaration,
  folder: string,
  run: (fields: Record<string, unknown> | undefined, files: Files) => Promise<T>,
): Promise<T> => {
  if (!declaration.upload) return run(undefined, { file: null });
  const needed = Number(request.headers['content-length'] ?? 0);
  const free = await freeAt(folder);
  // Said before it is sent: nobody waits through an upload that has no place.
  if (free !== null && needed > free) throw noRoom(needed, free);
  try {
    return await readAndRun(request, declaration.upload, folder, run);
  } catch (error) {
    throw isNoRoom(error) ? noRoom(needed, (await freeAt(folder)) ?? 0) : error;
  }
};

const readAndRun = async <T>(
  request: FastifyRequest,
  upload: NonNullable<CallDeclaration['upload']>,
  folder: string,
  run: (fields: Record<string, unknown> | undefined, files: Files) => Promise<T>,
): Promise<T> => {
  if (upload.inPieces && taken < seats)
    return withHeldUpload(request, upload.maxBytes, ({ fields, file }) =>
      run(fields, { file: null, held: file }),
    );
  return withSpooledUpload(request, upload.maxBytes, folder, ({ fields, file }) => {
    if (upload.toDisk) return run(fields, { file: null, spooled: file });
    return oneInMemory(async () => run(fields, { file: file && (await inMemory(file)) }));
  });
};
