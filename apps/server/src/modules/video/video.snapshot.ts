import { createHash } from 'node:crypto';
import { limits, videoCalls, type RefusalReason, type SnapshotTaken } from '@eyrie/domain';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { takeKeyFrame, type KeyFrameFault } from '../../platform/video/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { keepLiveFile } from '../media/index.ts';
import { trackOf } from '../trajectory/index.ts';
import type { SnapshotDecoded, SnapshotOrder } from './snapshot-decode.ts';
import { streamName, videoIdOfStream } from './stream.ts';
import type { VideoServer } from './video.plans.ts';
import { flightUnderWay, placeOfDock } from './video.store.ts';

const bounds = limits.snapshot;

/** Makes photos of key frames. */
export type SnapshotDecoder = Jobs<SnapshotOrder, SnapshotDecoded>;

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

/** Where the camera of a picture was at a moment, and by which report. */
interface Place {
  lng: number | null;
  lat: number | null;
  absoluteAltitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  /** Between the moment and the report, ms; null: there is none. */
  age: number | null;
  flightOID: string | null;
}

/** Of an aircraft in that time: at ten a second, the most that they send, half as many come. */
const reportsMost = 120;

const nowhere: Place = {
  lng: null,
  lat: null,
  absoluteAltitude: null,
  relativeAltitude: null,
  gimbalYaw: null,
  gimbalPitch: null,
  age: null,
  flightOID: null,
};

/** What an aircraft reported nearest to a moment: one in its dock, or whose reports stay away, is nowhere. */
const placeOfDrone = async (db: DbOrTrx, dock: DockIdentity, at: number): Promise<Place> => {
  const flightOID = await flightUnderWay(db, dock.oid);
  if (dock.droneOID === null) return { ...nowhere, flightOID };
  const { placeWithin } = bounds;
  const span = {
    device: { oid: dock.droneOID, kind: 'drone' as const },
    from: at - placeWithin,
    to: at + placeWithin + 1,
  };
  const { points } = await trackOf(db, span, reportsMost);
  const [nearest] = points.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  if (!nearest) return { ...nowhere, flightOID };
  return {
    lng: nearest.lng,
    lat: nearest.lat,
    absoluteAltitude: nearest.height,
    relativeAltitude: nearest.elevation,
    gimbalYaw: nearest.gimbalYaw,
    gimbalPitch: nearest.gimbalPitch,
    age: Math.abs(nearest.at - at),
    flightOID: nearest.flightOID ?? flightOID,
  };
};

/** A camera of a dock stands where that does: as it does not move, what it said last holds. */
const placeWithDock = async (db: DbOrTrx, { oid }: DockIdentity): Promise<Place> => {
  const place = await placeOfDock(db, oid);
  return place ? { ...nowhere, ...place, age: 0 } : nowhere;
};

/** Two in one second have one name: their files lie apart all the same. */
const nameOf = (videoId: string, takenAt: number): string => {
  const moment = new Date(takenAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `snapshot_${moment}Z_${videoId.split('/')[1] ?? ''}.jpg`;
};

/** @throws Refusal where the frame is none that the decoder takes, or there is no decoder */
const photoOf = async (decoder: SnapshotDeps['decoder'], order: SnapshotOrder): Promise<Uint8Array> => {
  const made = await decoder.run(order).catch((error: unknown) => {
    // What ends the process, or keeps it busy for ever, is a fault of what was sent.
    if (error instanceof JobFailed && error.why !== 'unready') return { fault: 'broken' as const };
    throw error;
  });
  if ('jpeg' in made) return made.jpeg;
  throw new Refusal(made.fault === 'noDecoder' ? 'noDecoder' : 'streamCoding');
};

const takeSnapshot = async (
  runtime: Runtime,
  deps: SnapshotDeps,
  { dock, videoId }: { dock: DockIdentity; videoId: string },
  context: CallContext,
): Promise<SnapshotTaken> => {
  const { db, serverTime } = runtime;
  const owner = videoId.startsWith(`${dock.sn}/`) ? 'dock' : 'drone';
  const stream = streamName(dock.oid, owner, videoId);
  const isOwn = videoIdOfStream(stream, dock) === videoId;
  if (!isOwn || !(await deps.video.streams()).includes(stream)) throw new Refusal('noStream');
  const frame = await takeKeyFrame(await deps.video.sourceUrl(stream));
  if ('fault' in frame)
    throw new Refusal(refusalOf[frame.fault], { values: { seconds: bounds.oldest / 1_000 } });
  const age = Math.round(frame.age);
  const takenAt = Math.round(serverTime()) - age;
  const place = owner === 'drone' ? await placeOfDrone(db, dock, takenAt) : await placeWithDock(db, dock);
  const { age: placeAge, gimbalPitch, ...placed } = place;
  const bytes = await photoOf(deps.decoder, {
    profile: frame.profile,
    units: frame.units,
    marks: { ...placed, takenAt, gimbalPitch },
  });
  const name = nameOf(videoId, takenAt);
  const frameHash = createHash('sha256').update(frame.units).digest('hex');
  const file = {
    ...placed,
    groupRoot: dock.groupRoot,
    groupOID: dock.groupOID,
    dockOID: dock.oid,
    name,
    kind: 'photo' as const,
    bytes,
    shotAt: takenAt,
    createdBy: context.caller.memberOID,
    droneModel: owner === 'drone' ? dock.droneModel : null,
    snapshot: { videoId, age, placeAge, frameHash },
  };
  const oid = await keepLiveFile(runtime, deps.objects, file, (trx, mediaOID) =>
    deps.audit.done(
      trx,
      context,
      'video.snapshot',
      { oid: mediaOID, name, size: bytes.length, videoId, frameAge: age, frameHash },
      dock.oid,
    ),
  );
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
