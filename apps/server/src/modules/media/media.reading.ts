import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { resultLimits, type ReadingFault } from '@eyrie/domain';
import { photoFactsOf } from '@eyrie/planner';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import {
  claimPhoto,
  endReading,
  isKept,
  releasePhoto,
  type ClaimedPhoto,
  type PhotoEnd,
} from './media.reading.store.ts';
import type { PhotoOrder, PhotoRead } from './photo-read.ts';

export interface PhotoReadingDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  objects: Objects;
  /** Where a photo lies while it is read. */
  dataDir: string;
  jobs: Pick<Jobs<PhotoOrder, PhotoRead>, 'run'>;
}

/** MB of what the process makes in JavaScript: heads of files and what they say. */
const heap = 128;

/** The process in which photos are read; it carries nothing else. */
export const createPhotoJobs = (): Jobs<PhotoOrder, PhotoRead> =>
  createJobs({
    name: 'reader of photos',
    script: new URL('./photo-process.ts', import.meta.url),
    time: resultLimits.readTime,
    heap,
    memory: resultLimits.readMemory,
    idle: resultLimits.readIdle,
  });

/** The store is away, or the machine too busy: another time. */
class NotNow extends Error {}

const nothing = { facts: null, size: null, thumbnailKey: null };
const failed = (fault: ReadingFault): PhotoEnd => ({ ...nothing, fault });

/** Below a place of its own, which no device may write to. */
const thumbnailKeyOf = ({ groupRoot, oid }: ClaimedPhoto): string => `thumbnail/${groupRoot}/${oid}.jpg`;

/** Lays a photo on our disk. @returns why it is not read, null: it lies there */
const fetchPhoto = async (
  { objects }: PhotoReadingDeps,
  { objectKey }: ClaimedPhoto,
  path: string,
  signal: AbortSignal,
): Promise<ReadingFault | null> => {
  try {
    const info = await objects.head(objectKey);
    if (!info) return 'photoGone';
    if (info.size > resultLimits.photoBytes) return 'photoBytes';
    const found = await objects.get(objectKey);
    if (!found) return 'photoGone';
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }), { signal });
    return null;
  } catch (error) {
    throw new NotNow('the photo could not be fetched', { cause: error });
  }
};

const readOne = async (
  deps: PhotoReadingDeps,
  photo: ClaimedPhoto,
  signal: AbortSignal,
): Promise<PhotoEnd> => {
  // What an attempt left that was killed lies in the same folder.
  const folder = join(deps.dataDir, 'media-work', photo.oid);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const [path, thumbnailPath] = [join(folder, 'photo'), join(folder, 'thumbnail')];
    const unread = await fetchPhoto(deps, photo, path, signal);
    if (unread !== null) return failed(unread);
    const { said, size, fault } = await deps.jobs.run({ path, thumbnailPath, name: photo.name }, signal);
    const facts = said && photoFactsOf(said, photo);
    if (fault !== null) return { facts, size, fault, thumbnailKey: null };
    const thumbnailKey = thumbnailKeyOf(photo);
    const bytes = await readFile(thumbnailPath);
    await deps.objects
      .put(thumbnailKey, bytes, { size: bytes.length, contentType: 'image/jpeg' })
      .catch((error: unknown) => {
        throw new NotNow('the small picture could not be stored', { cause: error });
      });
    return { facts, size, fault, thumbnailKey };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Whether it is no fault of the photo at all. */
const isNotNow = (error: unknown): boolean =>
  error instanceof NotNow || (error instanceof JobFailed && error.why === 'unready');

/** What a failure says against the photo; null: nothing, it is read another time. */
const faultOf = (error: unknown, { attempts }: ClaimedPhoto): ReadingFault | null => {
  if (isNotNow(error)) return null;
  const why = error instanceof JobFailed ? error.why : null;
  if (why === 'time' || why === 'memory') return 'photoTooMuch';
  if (attempts < resultLimits.readAttempts) return null;
  return why === 'starved' ? 'photoTooMuch' : 'photoBroken';
};

/** Reads the newest photo that waits. @returns whether there was one */
export const readNextPhoto = async (deps: PhotoReadingDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, serverTime, log } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  const photo = await claimPhoto(db, after(0), after(resultLimits.readFor));
  if (!photo) return false;
  let end: PhotoEnd | null;
  try {
    // Each server that began it fell silent over it.
    end =
      photo.attempts > resultLimits.readAttempts
        ? failed('photoTooMuch')
        : await readOne(deps, photo, signal);
  } catch (error) {
    const fault = signal.aborted ? null : faultOf(error, photo);
    if (!signal.aborted) log.warn({ err: error, mediaOID: photo.oid }, 'a photo could not be read');
    end = fault === null ? null : failed(fault);
    if (end === null) {
      // A crash counts as an attempt, what is no fault of the photo does not.
      if (signal.aborted) await releasePhoto(db, photo, after(0));
      else if (isNotNow(error)) await releasePhoto(db, photo, after(resultLimits.storeAgainAfter));
      return !isNotNow(error);
    }
  }
  const kept = await endReading(db, photo, end);
  // Removed for good meanwhile: its small picture goes after it.
  if (!kept && end.thumbnailKey !== null && !(await isKept(db, photo.oid)))
    await deps.objects.delete(end.thumbnailKey);
  return true;
};

/** Reads photos as they come, on every server that has the time. */
export const createPhotoReading = (
  deps: Omit<PhotoReadingDeps, 'jobs'> & { jobs?: Jobs<PhotoOrder, PhotoRead> },
): { timer: Timer; unit: Unit } => {
  const jobs = deps.jobs ?? createPhotoJobs();
  const ended = new AbortController();
  return {
    timer: {
      name: 'media.read',
      every: resultLimits.readEvery,
      once: 'instance',
      process: 'scheduler',
      run: async () => {
        while (!ended.signal.aborted && (await readNextPhoto({ ...deps, jobs }, ended.signal)));
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
