import { createHash } from 'node:crypto';
import { limits, videoCalls, type RefusalReason, type SnapshotTaken } from '@eyrie/domain';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeKeyFrame, type KeyFrameFault } from '../../platform/video/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import {
  listLiveFile,
  removeUnlisted,
  requireLiveRoom,
  storeLiveFile,
  type LiveFile,
} from '../media/index.ts';
import { placeAt } from './live-place.ts';
import type { SnapshotDecoded, SnapshotOrder } from './snapshot-decode.ts';
import { streamOfVideo } from './stream.ts';
import type { VideoServer } from './video.plans.ts';

const bounds = limits.snapshot;

/** Makes photos of key frames. */
type SnapshotDecoder = Jobs<SnapshotOrder, SnapshotDecoded>;

export interface SnapshotDeps {
  audit: AuditLog;
  objects: Objects;
  video: Pick<VideoServer, 'streams' | 'sourceUrl'>;
  decoder: Pick<SnapshotDecoder, 'run'>;
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}

/** The process in which key frames are decoded; it carries nothing else. */
export const createSnapshotDecoder = (): SnapshotDecoder =>
  createJobs({
    name: 'decoder of snapshots',
    script: new URL('./snapshot-process.ts', import.meta.url),
    time: bounds.decodeTime,
    heap: bounds.decodeHeap,
    memory: bounds.decodeMemory,
    idle: bounds.decodeIdle,
    // Somebody waits for the answer.
    wallTimes: 2,
  });

const refusalOf: Readonly<Record<KeyFrameFault, RefusalReason>> = {
  noStream: 'noStream',
  still: 'streamStill',
  old: 'keyFrameOld',
  coding: 'streamCoding',
};

/** Two in one second have one name: their files lie apart all the same. */
const nameOf = (videoId: string, takenAt: number): string => {
  const moment = new Date(takenAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `snapshot_${moment}Z_${videoId.split('/')[1] ?? ''}.jpg`;
};

/** @throws Refusal where the frame is none that the decoder takes, or there is no decoder */
const photoOf = async (decoder: SnapshotDeps['decoder'], order: SnapshotOrder): Promise<Uint8Array> => {
  const made = await decoder.run(order).catch((error: unknown) => {
    // A busy machine says nothing of the stream.
    if (error instanceof JobFailed && error.why === 'starved')
      throw new Refusal('tooManyRequests', { retryAfterSeconds: 5 });
    // What ends the process, or keeps it busy for ever, is a fault of what was sent.
    if (error instanceof JobFailed && error.why !== 'unready') return { fault: 'broken' as const };
    throw error;
  });
  if ('jpeg' in made) return made.jpeg;
  throw new Refusal(made.fault === 'noDecoder' ? 'noDecoder' : 'streamCoding');
};

const takeSnapshot = async (
  runtime: Runtime,
  { audit, objects, video, decoder }: SnapshotDeps,
  { dock, videoId }: { dock: DockIdentity; videoId: string },
  context: CallContext,
): Promise<SnapshotTaken> => {
  const { db, serverTime, newOid, log } = runtime;
  const camera = streamOfVideo(dock, videoId);
  if (!camera || !(await video.streams()).includes(camera.stream)) throw new Refusal('noStream');
  const frame = await takeKeyFrame(await video.sourceUrl(camera.stream));
  if ('fault' in frame)
    throw new Refusal(refusalOf[frame.fault], { values: { seconds: bounds.oldest / 1_000 } });
  const { profile, units } = frame;
  const age = Math.round(frame.age);
  const takenAt = Math.round(serverTime()) - age;
  const { age: placeAge, gimbalPitch, ...placed } = await placeAt(db, dock, camera.owner, takenAt);
  const bytes = await photoOf(decoder, { profile, units, marks: { ...placed, takenAt, gimbalPitch } });
  const frameHash = createHash('sha256').update(units).digest('hex');
  const { groupRoot, groupOID } = dock;
  const file: LiveFile = {
    ...placed,
    oid: newOid(),
    groupRoot,
    groupOID,
    dockOID: dock.oid,
    name: nameOf(videoId, takenAt),
    kind: 'photo',
    size: bytes.length,
    shotAt: takenAt,
    createdBy: context.caller.memberOID,
    droneModel: camera.owner === 'drone' ? dock.droneModel : null,
    from: { snapshot: { videoId, age, placeAge, frameHash } },
  };
  const { oid, name, size } = file;
  await requireLiveRoom(db, objects, dock, size);
  try {
    await storeLiveFile(objects, file, Buffer.from(bytes));
    await db.transaction().execute(async (trx) => {
      await listLiveFile(trx, file);
      const detail = { oid, name, size, videoId, frameAge: age, frameHash };
      await audit.done(trx, context, 'video.snapshot', detail, dock.oid);
    });
  } catch (error) {
    await removeUnlisted(db, objects, [file]).catch((fault: unknown) =>
      log.warn({ err: fault, mediaOID: oid }, 'a snapshot that is not listed may lie in the store'),
    );
    throw error;
  }
  return { oid, name, takenAt, age, placeAge };
};

/** Takes key frames of live pictures into the results, whichever server has the stream. */
export const snapshotEndpoint = (runtime: Runtime, deps: SnapshotDeps): Endpoint => {
  const limited = createConcurrencyLimiter(bounds);
  return serve(videoCalls.snapshot, async ({ oid, videoId }, context) => {
    const dock = await deps.dockInScope(context.caller, oid);
    return limited(() => takeSnapshot(runtime, deps, { dock, videoId }, context));
  });
};
