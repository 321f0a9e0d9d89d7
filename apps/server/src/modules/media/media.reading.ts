import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { resultLimits, type ReadingFault } from '@eyrie/domain';
import { photoFactsOf } from '@eyrie/planner';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import {
  claimFile,
  endReading,
  isKept,
  releaseFile,
  type ClaimedFile,
  type ReadingEnd,
} from './media.reading.store.ts';
import type { FileOrder, FileRead } from './photo-process.ts';
import { videoFactsOf } from './video-facts.ts';
import { fetchVideoParts } from './video-parts.ts';

export interface FileReadingDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  objects: Objects;
  /** Where a file lies while it is read. */
  dataDir: string;
  jobs: Pick<Jobs<FileOrder, FileRead>, 'run'>;
  /** What comes of a file that was read without a fault, in the transaction that keeps what was read. */
  wasRead?: (trx: DbOrTrx, mediaOID: string, at: Date) => Promise<void>;
}

/** MB of what the process makes in JavaScript: heads of files and what they say. */
const heap = 128;

/** The process in which photos and videos are read; it carries nothing else. */
export const createFileJobs = (): Jobs<FileOrder, FileRead> =>
  createJobs({
    name: 'reader of photos and videos',
    script: new URL('./photo-process.ts', import.meta.url),
    time: resultLimits.readTime,
    heap,
    memory: resultLimits.readMemory,
    idle: resultLimits.readIdle,
  });

/** The store is away, or the machine too busy: another time. */
class NotNow extends Error {}

const nothing = { facts: null, video: null, size: null, thumbnailKey: null };
const failed = (fault: ReadingFault): ReadingEnd => ({ ...nothing, fault });

/** Below a place of its own, which no device may write to. */
const thumbnailKeyOf = ({ groupRoot, oid }: ClaimedFile): string => `thumbnail/${groupRoot}/${oid}.jpg`;

/** What the store does not do is no fault of the file. */
const ofStore = async <T>(what: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new NotNow(what, { cause: error });
  });

/** Lays a photo on our disk. @returns why it is not read, null: it lies there */
const fetchPhoto = async (
  { objects }: FileReadingDeps,
  { objectKey }: ClaimedFile,
  path: string,
  signal: AbortSignal,
): Promise<ReadingFault | null> => {
  const info = await objects.head(objectKey);
  if (!info) return 'photoGone';
  if (info.size > resultLimits.photoBytes) return 'photoBytes';
  const found = await objects.get(objectKey);
  if (!found) return 'photoGone';
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }), { signal });
  return null;
};

const readPhotoIn = async (
  deps: FileReadingDeps,
  photo: ClaimedFile,
  folder: string,
  signal: AbortSignal,
): Promise<ReadingEnd> => {
  const [path, thumbnailPath] = [join(folder, 'photo'), join(folder, 'thumbnail')];
  const unread = await ofStore('the photo could not be fetched', fetchPhoto(deps, photo, path, signal));
  if (unread !== null) return failed(unread);
  const read = await deps.jobs.run({ kind: 'photo', path, thumbnailPath, name: photo.name }, signal);
  if (!read.photo) throw new Error('the reader of photos answered without one');
  const { said, size, fault } = read.photo;
  const facts = said && photoFactsOf(said, photo);
  if (fault !== null) return { ...nothing, facts, size, fault };
  const thumbnailKey = thumbnailKeyOf(photo);
  const bytes = await readFile(thumbnailPath);
  const stored = deps.objects.put(thumbnailKey, bytes, { size: bytes.length, contentType: 'image/jpeg' });
  await ofStore('the small picture could not be stored', stored);
  return { ...nothing, facts, size, fault, thumbnailKey };
};

const readVideoIn = async (
  { objects, jobs }: FileReadingDeps,
  video: ClaimedFile,
  folder: string,
  signal: AbortSignal,
): Promise<ReadingEnd> => {
  const { objectKey, name } = video;
  const path = join(folder, 'video');
  const parts = async () => {
    const info = await objects.head(objectKey);
    if (!info) return { fault: 'videoGone', moovAt: -1 } as const;
    return fetchVideoParts({ objects, objectKey, name, size: info.size, path, signal });
  };
  const { fault, moovAt } = await ofStore('the video could not be fetched', parts());
  if (fault !== null) return failed(fault);
  const read = await jobs.run({ kind: 'video', path, moovAt }, signal);
  if (!read.video?.said) return failed(read.video?.fault ?? 'videoBroken');
  const facts = videoFactsOf(read.video.said, video);
  return { ...nothing, video: facts, size: { width: facts.width, height: facts.height }, fault: null };
};

const readOne = async (
  deps: FileReadingDeps,
  file: ClaimedFile,
  signal: AbortSignal,
): Promise<ReadingEnd> => {
  // What an attempt left that was killed lies in the same folder.
  const folder = join(deps.dataDir, 'media-work', file.oid);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await (file.kind === 'photo' ? readPhotoIn : readVideoIn)(deps, file, folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Whether it is no fault of the file at all. */
const isNotNow = (error: unknown): boolean =>
  error instanceof NotNow || (error instanceof JobFailed && error.why === 'unready');

/** What a failure says against the file; null: nothing, it is read another time. */
const faultOf = (error: unknown, { kind, attempts }: ClaimedFile): ReadingFault | null => {
  if (isNotNow(error)) return null;
  const why = error instanceof JobFailed ? error.why : null;
  if (why === 'time' || why === 'memory') return `${kind}TooMuch`;
  if (attempts < resultLimits.readAttempts) return null;
  return why === 'starved' ? `${kind}TooMuch` : `${kind}Broken`;
};

/** Reads the newest photo that waits, or else the newest video. @returns whether there was one */
export const readNextFile = async (deps: FileReadingDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, serverTime, log } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  const claim = (kind: ClaimedFile['kind']) => claimFile(db, kind, after(0), after(resultLimits.readFor));
  const file = (await claim('photo')) ?? (await claim('video'));
  if (!file) return false;
  let end: ReadingEnd | null;
  try {
    // Each server that began it fell silent over it.
    end =
      file.attempts > resultLimits.readAttempts
        ? failed(`${file.kind}TooMuch`)
        : await readOne(deps, file, signal);
  } catch (error) {
    const fault = signal.aborted ? null : faultOf(error, file);
    if (!signal.aborted) log.warn({ err: error, mediaOID: file.oid }, 'a file could not be read');
    end = fault === null ? null : failed(fault);
    if (end === null) {
      // A crash counts as an attempt, what is no fault of the photo does not.
      if (signal.aborted) await releaseFile(db, file, after(0));
      else if (isNotNow(error)) await releaseFile(db, file, after(resultLimits.storeAgainAfter));
      return !isNotNow(error);
    }
  }
  const { fault } = end;
  const kept = await db.transaction().execute(async (trx) => {
    const isOwn = await endReading(trx, file, end);
    if (isOwn && fault === null) await deps.wasRead?.(trx, file.oid, after(0));
    return isOwn;
  });
  // Removed for good meanwhile: its small picture goes after it.
  if (!kept && end.thumbnailKey !== null && !(await isKept(db, file.oid)))
    await deps.objects.delete(end.thumbnailKey);
  return true;
};

/** Reads photos and videos as they come, on every server that has the time. */
export const createFileReading = (
  deps: Omit<FileReadingDeps, 'jobs'> & { jobs?: Jobs<FileOrder, FileRead> },
): { timer: Timer; unit: Unit } => {
  const jobs = deps.jobs ?? createFileJobs();
  const ended = new AbortController();
  return {
    timer: {
      name: 'media.read',
      every: resultLimits.readEvery,
      once: 'instance',
      process: 'scheduler',
      run: async () => {
        while (!ended.signal.aborted && (await readNextFile({ ...deps, jobs }, ended.signal)));
      },
    },
    unit: {
      name: jobs.name,
      start: () => jobs.start(),
      async stop() {
        ended.abort(new Error('the server stops'));
        await jobs.stop();
      },
    },
  };
};
