import { readFile } from 'node:fs/promises';
import { limits, resultLimits, type AskedTypes, type ModelFault, type PictureSize } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { TakeFrame } from '../../platform/video-frame.ts';
import { submitModelOutcomes, wantedOf } from '../detection/index.ts';
import { routeOfFlight, typesOfFile } from '../media/index.ts';
import type { SeenBox } from './boxes.ts';
import { lookAtVideo, type VideoSeen } from './look-at-video.ts';
import {
  ask,
  detectionOf,
  failed,
  fetchTo,
  NotNow,
  TakenOver,
  type Fetched,
  type ModelWorkDeps,
} from './model-work.ts';
import type { ModelAnswer } from './onnx-order.ts';
import { keepRun, nextPicture, writePicture, type ClaimedRun, type NextFile } from './run.store.ts';

const bound = limits.detectorModel;

const typesOfFlight = ({ arrangement }: ClaimedRun): AskedTypes => wantedOf(arrangement).aiTypes;

/** What of it is asked for; a trial shows all. */
const askedOf = (run: ClaimedRun, boxes: readonly SeenBox[], wanted: AskedTypes): SeenBox[] =>
  boxes.filter(
    ({ aiType }) => run.taskOID === null || (aiType !== null && (wanted === null || wanted.includes(aiType))),
  );

/** What the flight asks for on one picture. */
interface Found {
  mediaOID: string;
  picture: PictureSize;
  boxes: readonly SeenBox[];
}
/** The present, and until when the run is this server's. */
type Moments = readonly [at: Date, until: Date];

/** Keeps the run, writes what else is to stand with it, and submits what was found. @throws TakenOver */
const keepSeen = (
  deps: ModelWorkDeps,
  run: ClaimedRun,
  found: Found | null,
  [at, until]: Moments,
  write: (trx: DbOrTrx) => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  deps.runtime.db.transaction().execute(async (trx) => {
    const detection = await detectionOf(deps, run, trx, at);
    if (!(await keepRun(trx, run, until, detection?.oid ?? null))) throw new TakenOver();
    await write(trx);
    if (!detection || !found) return;
    const { mediaOID, picture } = found;
    const outcomes = found.boxes.map(({ box, aiType, class: name, confidence }, index) => ({
      sourceId: `${run.oid} ${index}`,
      mediaOID,
      box,
      picture,
      class: aiType ?? name,
      confidence,
    }));
    await submitModelOutcomes(deps.runtime, trx, detection, outcomes);
  });

/** Keeps what a model saw on a photo. @throws TakenOver */
const keepAnswer = (
  deps: ModelWorkDeps,
  run: ClaimedRun,
  mediaOID: string,
  { fault, boxes, picture, took }: ModelAnswer,
  moments: Moments,
): Promise<void> => {
  const [width, height] = [picture?.width ?? null, picture?.height ?? null];
  return keepSeen(deps, run, picture && { mediaOID, picture, boxes }, moments, (trx) =>
    writePicture(trx, { runOID: run.oid, mediaOID }, { fault, width, height, took, boxes }),
  );
};

/** What is against a file, and not against the model. */
const ofFiles: ReadonlySet<ModelFault | null> = new Set([
  null,
  'photoGone',
  'photoUnreadable',
  'videoGone',
  'videoNoProgram',
  'videoTooLarge',
  'videoUnread',
  'videoUnreadable',
  'videoPartly',
]);

/** What it takes to go through the files of a run. */
interface Looking extends Fetched {
  after: (ms: number) => Date;
  signal: AbortSignal;
}
const momentsOf = ({ after }: Looking): Moments => [after(0), after(bound.claimLife)];
const orderOf = (run: ClaimedRun, { modelPath, photoPath }: Fetched) => ({
  modelPath,
  modelHash: run.hash,
  manifest: run.manifest,
  photoPath,
});

/** Keeps the picture of a moment on which something was found, as a photo of the flight. @throws NotNow where the store is away */
async function keptFrame(
  { videos }: ModelWorkDeps,
  { mediaOID: oid, shotAt, ...video }: NextFile,
  at: number,
  path: string,
): Promise<string> {
  if (!videos) throw new Error('a picture of a video that nobody took');
  try {
    return await videos.keepFrame(
      { ...video, oid, shotAt: shotAt?.getTime() ?? null },
      at,
      await readFile(path),
    );
  } catch (error) {
    throw new NotNow('the store did not take it', { cause: error });
  }
}

/** The same, where a server that stops leaves the video for another time. */
const takingFrom =
  (takeFrame: TakeFrame): TakeFrame =>
  async (video, at, frame, signal) => {
    try {
      return await takeFrame(video, at, frame, signal);
    } catch (error) {
      throw new NotNow('the server stops', { cause: error });
    }
  };

/** Looks at moments of a video; each on which something was found becomes a picture to review. @throws TakenOver, NotNow */
async function lookIntoVideo(
  deps: ModelWorkDeps,
  run: ClaimedRun,
  video: NextFile,
  looking: Looking,
): Promise<VideoSeen> {
  const { videoPath, photoPath: framePath, signal } = looking;
  const keep = async (at: number, { boxes: all, picture }: ModelAnswer): Promise<SeenBox[]> => {
    const boxes = askedOf(run, all, typesOfFlight(run));
    const found =
      boxes.length === 0 || picture === null
        ? null
        : { mediaOID: await keptFrame(deps, video, at, framePath), picture, boxes };
    await keepSeen(deps, run, found, momentsOf(looking));
    return boxes;
  };
  const hold = (): Promise<void> => keepSeen(deps, run, null, momentsOf(looking));
  const parts = {
    takeFrame: deps.videos ? takingFrom(deps.videos.takeFrame) : null,
    fetch: (most: number) => fetchTo(deps, video.objectKey, videoPath, { most, signal, hold }),
    ask: () => ask(deps, orderOf(run, looking), signal),
    keep,
    hold,
  };
  const seen = await lookAtVideo(video, { videoPath, framePath }, parts, signal);
  const { fault, took, boxes } = seen;
  if (ofFiles.has(fault))
    await keepSeen(deps, run, null, momentsOf(looking), (trx) =>
      writePicture(
        trx,
        { runOID: run.oid, mediaOID: video.mediaOID },
        { fault, width: null, height: null, took, boxes },
      ),
    );
  return seen;
}

/** Goes through the photos and videos of a run that were not looked at. @returns what ends it before */
export async function lookThrough(
  deps: ModelWorkDeps,
  run: ClaimedRun,
  looking: Looking,
): Promise<{ fault: ModelFault | null; detail: string }> {
  const { modelPath, photoPath, signal } = looking;
  if (!(await fetchTo(deps, run.objectKey, modelPath, { most: bound.bytes, signal }))) return failed('gone');
  const { db } = deps.runtime;
  const route = run.flightOID === null ? null : await routeOfFlight(db, run.flightOID);
  for (;;) {
    const next = await nextPicture(db, run.oid);
    if (!next) return { fault: null, detail: '' };
    if (next.kind === 'video') {
      const seen = await lookIntoVideo(deps, run, next, looking);
      if (!ofFiles.has(seen.fault)) return seen;
      continue;
    }
    const most = resultLimits.photoBytes;
    const there = next.isThere && (await fetchTo(deps, next.objectKey, photoPath, { most, signal }));
    const answer = there ? await ask(deps, orderOf(run, looking), signal) : failed('photoGone');
    if (!ofFiles.has(answer.fault)) return answer;
    const boxes = askedOf(run, answer.boxes, typesOfFile(typesOfFlight(run), next, route));
    await keepAnswer(deps, run, next.mediaOID, { ...answer, boxes }, momentsOf(looking));
  }
}
