import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits, oid as oidShape, type RecordingEnd } from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import { diskHolds, type Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { flvHead } from '../../platform/video/index.ts';
import { listLiveFile, removeUnlisted, storeLiveFile, type LiveFile } from '../media/index.ts';
import { placeAt } from './live-place.ts';
import type { Muxed, MuxedFile, MuxOrder } from './recording-mux.ts';
import {
  closeRecording,
  dropPart,
  dropPast,
  beingFinished,
  keepFinishing,
  partsOf,
  postponeFinish,
  uselessParts,
} from './recording.finish.store.ts';
import { claimRecording, type ClaimedRecording } from './recording.store.ts';
import { cameraOfStream } from './stream.ts';
import { dockBehind, flightWithin } from './video.store.ts';

const bounds = limits.recording;
/** How often a server says that it is still at it, ms. */
const renewEvery = bounds.claim / 4;

export interface FinishDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid' | 'log'>;
  instanceId: string;
  objects: Objects;
  /** Where a recording lies while files are made of it. */
  dataDir: string;
  mux: Pick<Jobs<MuxOrder, Muxed>, 'run'>;
}

/** What is stored of a recording cannot be made into files. All else may go well another time. */
class Unmakeable extends Error {
  override name = 'Unmakeable';
}

/** Lays all that is stored of a recording on our disk, as one stream. @returns whether there is anything */
const fetchParts = async (
  { runtime, objects }: FinishDeps,
  { oid }: ClaimedRecording,
  path: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const parts = await partsOf(runtime.db, oid);
  const file = createWriteStream(path, { mode: 0o600 });
  const bytes = async function* (): AsyncGenerator<Buffer> {
    yield flvHead;
    for (const { objectKey } of parts) {
      const found = await objects.get(objectKey);
      if (!found) throw new Unmakeable(`a part of a recording is not in the store: ${objectKey}`);
      for await (const chunk of found.stream) yield chunk as Buffer;
    }
  };
  await pipeline(bytes, file, { signal });
  return parts.length > 0;
};

/** Two of one second have one name: their files lie apart all the same. */
const nameOf = ({ videoId }: ClaimedRecording, startedAt: number): string => {
  const moment = new Date(startedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `recording_${moment}Z_${videoId.split('/')[1] ?? ''}.mp4`;
};

/** What is listed of one file among the results: where its camera was when it began, and of which flight. */
const listedAs = async (
  { runtime: { db, newOid } }: FinishDeps,
  recording: ClaimedRecording,
  { path, startedAt, gaps, moreGaps }: MuxedFile,
  place: { part: number; parts: number; end: RecordingEnd },
): Promise<LiveFile> => {
  const { stream, groupRoot, groupOID, dockOID, videoId, startedBy } = recording;
  const owner = cameraOfStream(stream);
  const dock = await dockBehind(db, dockOID);
  const { age: _age, gimbalPitch: _pitch, ...placed } = await placeAt(db, dock, owner, startedAt);
  const endsAt = (recording.startedAt ?? startedAt) + recording.lastAt;
  return {
    ...placed,
    // One that began before its aircraft took off shows the flight all the same.
    flightOID:
      owner === 'drone'
        ? (recording.flightOID ??
          placed.flightOID ??
          (await flightWithin(db, dockOID, { from: startedAt, to: endsAt })))
        : null,
    oid: newOid(),
    groupRoot,
    groupOID,
    dockOID,
    name: nameOf(recording, startedAt),
    kind: 'video',
    size: (await stat(path)).size,
    shotAt: startedAt,
    createdBy: startedBy,
    droneModel: owner === 'drone' ? dock.droneModel : null,
    from: { recording: { videoId, gaps, moreGaps, ...place } },
  };
};

/** What came to nothing says why nothing could come, where that is known; else that nothing came. */
const emptyEnd = ({ end }: ClaimedRecording): RecordingEnd =>
  end === 'coding' || end === 'quota' ? end : 'empty';

/** Has the films made. @throws Unmakeable where what is stored is at fault */
const muxed = async ({ mux }: FinishDeps, order: MuxOrder, signal: AbortSignal): Promise<Muxed> => {
  try {
    return await mux.run(order, signal);
  } catch (error) {
    const isOther =
      signal.aborted || (error instanceof JobFailed && (error.why === 'unready' || error.why === 'starved'));
    throw isOther ? error : new Unmakeable('no films could be made of it', { cause: error });
  }
};

/** Makes files of a recording and lists them, all or none. @returns why it came to nothing; null: it did not */
const makeFiles = async (
  deps: FinishDeps,
  recording: ClaimedRecording,
  folder: string,
  signal: AbortSignal,
): Promise<RecordingEnd | null> => {
  const { runtime, objects } = deps;
  const { startedAt, bytes } = recording;
  const path = join(folder, 'recording.flv');
  if (startedAt === null) return emptyEnd(recording);
  // It lies there as it was sent and as films, and on the same disk lies what else this server has.
  if (!(await diskHolds(folder, 2 * bytes + limits.upload.spare)))
    throw new Error('the disk has no room for the films of a recording');
  if (!(await fetchParts(deps, recording, path, signal))) return emptyEnd(recording);
  const { files, fault } = await muxed(deps, { path, folder, startedAt }, signal);
  if (files.length === 0) return emptyEnd(recording);
  // Films go to the store by way of this disk too.
  await rm(path, { force: true });
  const end = fault === 'many' ? 'changes' : (recording.end ?? 'stopped');
  const listed: LiveFile[] = [];
  try {
    for (const [index, made] of files.entries()) {
      const file = await listedAs(deps, recording, made, { part: index + 1, parts: files.length, end });
      listed.push(file);
      await storeLiveFile(objects, file, createReadStream(made.path));
    }
    const isOwn = await runtime.db.transaction().execute(async (trx) => {
      if (!(await closeRecording(trx, recording, { state: 'done', end }))) return false;
      for (const file of listed) await listLiveFile(trx, file);
      return true;
    });
    // Another server has made files of it meanwhile.
    if (!isOwn) await removeUnlisted(runtime.db, objects, listed);
    return null;
  } catch (error) {
    await removeUnlisted(runtime.db, objects, listed).catch((why: unknown) =>
      runtime.log.warn(
        { err: why, recordingOID: recording.oid },
        'films of a recording may lie in the store twice',
      ),
    );
    throw error;
  }
};

const workIn = (dataDir: string): string => join(dataDir, 'recording-work');

/** Makes files of the oldest recording that is over. @returns whether there was one */
export const finishNext = async (deps: FinishDeps, signal: AbortSignal): Promise<boolean> => {
  const { runtime, instanceId, dataDir } = deps;
  const { db, log } = runtime;
  const after = (ms: number): Date => new Date(Math.round(runtime.serverTime()) + ms);
  const recording = await claimRecording(db, 'finishing', {
    instanceId,
    now: after(0),
    until: after(bounds.claim),
  });
  if (!recording) return false;
  const { oid } = recording;
  const renewal = setInterval(() => {
    keepFinishing(db, oid, { instanceId, until: after(bounds.claim) }).catch((error: unknown) =>
      log.debug({ err: error, recordingOID: oid }, 'a claim was not renewed'),
    );
  }, renewEvery);
  // What an attempt left that was killed lies in the same folder.
  const folder = join(workIn(dataDir), oid);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const end = await makeFiles(deps, recording, folder, signal);
    if (end !== null) await closeRecording(db, recording, { state: 'failed', end });
    return true;
  } catch (error) {
    const counts = !signal.aborted && error instanceof Unmakeable;
    if (!signal.aborted) log.warn({ err: error, recordingOID: oid }, 'no files could be made of a recording');
    if (counts && recording.attempts >= bounds.attempts)
      await closeRecording(db, recording, { state: 'failed', end: 'broken' });
    else {
      const until = signal.aborted ? null : after(bounds.claim);
      await postponeFinish(db, recording, { instanceId, until, counts });
    }
    return false;
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes some of what is stored of recordings that are files, or failed long ago, and those that are long past. */
export const clearParts = async ({ runtime, objects }: FinishDeps): Promise<void> => {
  const now = Math.round(runtime.serverTime());
  // First: a part that cannot be deleted now keeps no others.
  await dropPast(runtime.db, new Date(now - bounds.keptFor));
  const failedBefore = new Date(now - bounds.failedFor);
  for (const { objectKey } of await uselessParts(runtime.db, failedBefore)) {
    await objects.delete(objectKey);
    await dropPart(runtime.db, objectKey);
  }
};

/** Removes what servers left on this disk that were killed over recordings: others may have made the files meanwhile. */
export const clearWork = async ({ runtime: { db, serverTime }, dataDir }: FinishDeps): Promise<void> => {
  const left = await readdir(workIn(dataDir)).catch(() => []);
  const underWay = await beingFinished(
    db,
    left.filter((name) => oidShape.safeParse(name).success),
    new Date(Math.round(serverTime())),
  );
  for (const name of left)
    if (!underWay.has(name)) await rm(join(workIn(dataDir), name), { recursive: true, force: true });
};
