import { createHash } from 'node:crypto';
import { limits, type RefusalReason, type SnapshotFacts } from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { takeKeyFrame, type KeyFrameFault } from '../../platform/video/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import type { LiveFile } from '../media/index.ts';
import { placeAt } from './live-place.ts';
import type { SnapshotDecoded, SnapshotOrder } from './snapshot-decode.ts';
import { streamOfVideo } from './stream.ts';
import type { VideoServer } from './video.plans.ts';

const bounds = limits.snapshot;

/** Makes photos of key frames. */
export type SnapshotDecoder = Jobs<SnapshotOrder, SnapshotDecoded>;

export interface LivePhotoDeps {
  video: Pick<VideoServer, 'streams' | 'sourceUrl'>;
  decoder: Pick<SnapshotDecoder, 'run'>;
}

/** Of which picture of which dock or its aircraft. */
export interface LivePicture {
  dock: Pick<DockIdentity, 'oid' | 'sn' | 'droneOID' | 'droneSn' | 'droneModel' | 'groupRoot' | 'groupOID'>;
  videoId: string;
}

/** The last key frame of a live picture as a photo that is not stored yet. */
export interface LivePhoto {
  bytes: Buffer;
  file: Omit<LiveFile, 'oid' | 'createdBy' | 'from'>;
  snapshot: SnapshotFacts;
}

/** The last key frame is the one that was taken before. */
export class SameFrame extends Error {}

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
const photoOf = async (decoder: LivePhotoDeps['decoder'], order: SnapshotOrder): Promise<Uint8Array> => {
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

/**
 * Makes a photo of the last key frame of a live picture, with when and where it was taken.
 * @param known SHA-256 of a frame that is not to be taken again
 * @throws SameFrame where the last one is that
 * @throws Refusal `noStream`, `streamStill`, `keyFrameOld`, `streamCoding`, `noDecoder`
 */
export const takeLivePhoto = async (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { video, decoder }: LivePhotoDeps,
  { dock, videoId }: LivePicture,
  known: string | null = null,
): Promise<LivePhoto> => {
  const camera = streamOfVideo(dock, videoId);
  if (!camera || !(await video.streams()).includes(camera.stream)) throw new Refusal('noStream');
  const frame = await takeKeyFrame(await video.sourceUrl(camera.stream));
  if ('fault' in frame)
    throw new Refusal(refusalOf[frame.fault], { values: { seconds: bounds.oldest / 1_000 } });
  const { profile, units } = frame;
  const age = Math.round(frame.age);
  const takenAt = Math.round(serverTime()) - age;
  const frameHash = createHash('sha256').update(units).digest('hex');
  if (frameHash === known) throw new SameFrame('no newer frame has come');
  const { age: placeAge, gimbalPitch, ...placed } = await placeAt(db, dock, camera.owner, takenAt);
  const jpeg = await photoOf(decoder, { profile, units, marks: { ...placed, takenAt, gimbalPitch } });
  const bytes = Buffer.from(jpeg);
  const { groupRoot, groupOID } = dock;
  return {
    bytes,
    file: {
      ...placed,
      groupRoot,
      groupOID,
      dockOID: dock.oid,
      name: nameOf(videoId, takenAt),
      kind: 'photo',
      size: bytes.length,
      shotAt: takenAt,
      droneModel: camera.owner === 'drone' ? dock.droneModel : null,
    },
    snapshot: { videoId, age, placeAge, frameHash },
  };
};
