import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits, resultLimits, type PlaybackFault } from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { diskHolds, type Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { WorkFailed, type WorkStep } from '../operation/index.ts';
import { requireLiveRoom } from './live-file.ts';
import { endPlayback, failPlayback, uncopiedVideo, type UncopiedVideo } from './media.playback.store.ts';
import { inWorkFolder } from './media.work-folder.ts';
import type { FileOrder, FileRead } from './photo-process.ts';
import { boxHeadBytes, boxOf } from './video-boxes.ts';
import type { TranscodeVideo } from './video-transcoder.ts';

export interface PlaybackDeps {
  runtime: Pick<Runtime, 'db' | 'log'>;
  objects: Objects;
  /** Where a video lies while its copy is made. */
  dataDir: string;
  jobs: Pick<Jobs<FileOrder, FileRead>, 'run'>;
  /** Undefined: the operator has named no program that makes copies. */
  transcode: TranscodeVideo | undefined;
}

/** Where the copy of a video is kept, below a place of its own, which no device may write to. */
export const playbackKeyOf = ({ groupRoot, oid }: Pick<UncopiedVideo, 'groupRoot' | 'oid'>): string =>
  `playback/${groupRoot}/${oid}`;

/** There is no copy, and another attempt makes none either. */
class NoCopy extends Error {
  readonly fault: PlaybackFault;
  constructor(fault: PlaybackFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

type Attempt = Parameters<WorkStep>[0];

/** The most bytes that a copy of so many ms can be expected to have. */
export const likelyCopyBytes = (duration: number): number =>
  Math.min(resultLimits.playbackBytes, Math.ceil(((duration / 1_000) * resultLimits.playbackRate) / 8));

/** @throws NoCopy where its department or the disk has no room for so many bytes */
const requireRoom = async (
  { runtime: { db }, objects }: PlaybackDeps,
  video: UncopiedVideo,
  size: number,
): Promise<void> =>
  requireLiveRoom(db, objects, video, size).catch((error: unknown) => {
    throw error instanceof Refusal ? new NoCopy('noRoom', { cause: error }) : error;
  });

/** Each piece that passes is a sign of life: a store may take minutes for a film. */
const counted = (alive: () => void) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      alive();
      yield piece;
    }
  };

/** @throws NoCopy where the store has it no more */
async function fetchVideo(
  deps: PlaybackDeps,
  video: UncopiedVideo,
  path: string,
  { signal, alive }: Attempt,
): Promise<void> {
  const info = await deps.objects.head(video.objectKey);
  if (!info) throw new NoCopy('gone');
  if (info.size > resultLimits.playbackSource) throw new NoCopy('tooLarge');
  // The film, its copy, and the copy in the store lie there at once.
  const copy = likelyCopyBytes(video.duration ?? 0);
  if (!(await diskHolds(deps.dataDir, info.size + 2 * copy + limits.upload.spare)))
    throw new NoCopy('noRoom');
  const found = await deps.objects.get(video.objectKey);
  if (!found) throw new NoCopy('gone');
  await pipeline(found.stream, counted(alive), createWriteStream(path, { mode: 0o600 }), { signal });
}

/** Where the table of contents of a film begins, bytes; −1: behind its pictures, or it has none. */
async function contentsAt(path: string, size: number): Promise<number> {
  const file = await open(path);
  try {
    for (let at = 0; at < size;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(boxHeadBytes), 0, boxHeadBytes, at);
      const box = boxOf(buffer.subarray(0, bytesRead));
      if (box?.kind === 'moov') return at;
      if (!box || box.kind === 'mdat' || box.size === null) return -1;
      at += box.size;
    }
    return -1;
  } finally {
    await file.close();
  }
}

/**
 * Looks at what the program laid down, as at any film: that it ended well says nothing of what is in it.
 * @returns its bytes
 * @throws NoCopy unreadable where browsers would not play it from its start, incomplete where pictures are missing
 */
async function requireCopy(
  { jobs }: PlaybackDeps,
  path: string,
  { duration }: UncopiedVideo,
): Promise<number> {
  const made = await stat(path).catch(() => null);
  if (!made || made.size === 0) throw new NoCopy('unreadable');
  const moovAt = await contentsAt(path, made.size);
  if (moovAt === -1) throw new NoCopy('unreadable');
  const read = await jobs.run({ kind: 'video', path, moovAt }).catch((error: unknown) => {
    // A machine without time for it says nothing of the film.
    if (error instanceof JobFailed && !['unready', 'starved'].includes(error.why))
      throw new NoCopy('unreadable', { cause: error });
    throw error;
  });
  const said = read.video?.said;
  if (said?.codec !== 'avc') throw new NoCopy('unreadable');
  const { playbackApart, playbackShare } = resultLimits;
  const lacking = (duration ?? 0) - said.duration;
  if (lacking > Math.max(playbackApart, (duration ?? 0) * playbackShare)) throw new NoCopy('incomplete');
  return made.size;
}

async function makeCopy(deps: PlaybackDeps, video: UncopiedVideo, folder: string, attempt: Attempt) {
  const { objects, transcode } = deps;
  const { signal, progress, alive, oid: workOID } = attempt;
  if (!transcode) throw new NoCopy('noProgram');
  const [sourcePath, madePath] = [join(folder, 'video.mp4'), join(folder, 'copy.mp4')];
  await fetchVideo(deps, video, sourcePath, attempt);
  const onShown = (at: number): void => {
    alive();
    const share = Math.min(0.99, at / Math.max(1, video.duration ?? 0));
    void progress(share, 'transcode').catch(() => undefined);
  };
  const fault = await transcode(sourcePath, madePath, onShown, signal);
  if (fault !== null) throw new NoCopy(fault);
  const size = await requireCopy(deps, madePath, video);
  await requireRoom(deps, video, size);
  const key = playbackKeyOf(video);
  const bytes = Readable.from(counted(alive)(createReadStream(madePath)), { objectMode: false });
  await objects.put(key, bytes, { size, contentType: 'video/mp4' });
  // Cancelled, or the film removed for good meanwhile: the copy goes after it.
  const isTaken =
    !signal.aborted && (await endPlayback(deps.runtime.db, { oid: video.oid, workOID, key, size }));
  if (!isTaken) await objects.delete(key);
  signal.throwIfAborted();
  return isTaken ? { size } : {};
}

/** The step that makes the copy of a video which browsers play. It begins from the start again after any kind of end. */
export const makePlayback =
  (deps: PlaybackDeps): WorkStep =>
  async (attempt) => {
    const { db, log } = deps.runtime;
    const { oid: workOID, request } = attempt;
    const video = await uncopiedVideo(db, String(request['mediaOID']), workOID);
    if (!video) return {};
    try {
      // What an attempt left that was killed lies in the same folder.
      return await inWorkFolder(
        deps.dataDir,
        'playback',
        (folder) => makeCopy(deps, video, folder, attempt),
        workOID,
      );
    } catch (error) {
      if (!(error instanceof NoCopy)) throw error;
      const { fault } = error;
      log.warn({ err: error, mediaOID: video.oid }, 'no copy of a video could be made');
      await failPlayback(db, { oid: video.oid, workOID, fault });
      throw new WorkFailed(fault, { cause: error });
    }
  };

/** Whether a copy of a video may be made, by what it says of itself. @throws Refusal playbackTooMuch */
export const requireCopyable = ({ size, duration }: { size: number; duration: number }): void => {
  const { playbackSource, playbackDuration } = resultLimits;
  if (size > playbackSource || duration > playbackDuration)
    throw new Refusal('playbackTooMuch', {
      values: { bytes: Math.floor(playbackSource / 1e9), hours: playbackDuration / 3_600_000 },
    });
};
