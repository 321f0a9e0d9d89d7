/** What becomes of one frame of a live picture: models look at it, and what they find is kept with it. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { beginModelRun, endModelRun, submitModelOutcomes, wantedOf } from '../detection/index.ts';
import { listLiveFile, removeUnlisted, storeLiveFile, type LiveFile } from '../media/index.ts';
import type { LivePhoto, LivePhotoDeps } from '../video/index.ts';
import type { SeenBox } from './boxes.ts';
import {
  keepLook,
  writeTurn,
  type ClaimedLook,
  type LookingModel,
  type LookTurn,
} from './live-look.store.ts';
import type { ModelJobs } from './model-jobs.ts';
import { ask, failed, fetchTo, NotNow, Starved, TakenOver } from './model-work.ts';
import type { ModelAnswer } from './onnx-order.ts';

const bound = limits.detectorModel;

export interface LiveLookDeps extends LivePhotoDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
  /** Of this server: others may lay their files in the same place. */
  instanceId: string;
  objects: Objects;
  /** Where models and frames lie while they are looked at. */
  dataDir: string;
  jobs: ModelJobs;
  /** Publishes that pages show something else of the looks of a dock. */
  changed(at: { groupRoot: string; dockOID: string }): void;
}

/** By what the runs of a look are known again. */
export const sourceOf = ({ oid }: { oid: string }): string => `live ${oid}`;

/** Files of models on our disk, by their hashes: the same few are asked again every few seconds. */
export const createModelFiles = (
  deps: Pick<LiveLookDeps, 'objects' | 'dataDir' | 'instanceId' | 'runtime'>,
) => {
  const folder = join(deps.dataDir, 'model-live', deps.instanceId);
  const kept = new Set<string>();
  const pathOf = (hash: string): string => join(folder, hash);
  return {
    folder,
    /** @returns where it lies; null: it is gone. @throws NotNow */
    async fetch(
      { hash, objectKey }: Pick<LookingModel, 'hash' | 'objectKey'>,
      signal: AbortSignal,
    ): Promise<string | null> {
      if (kept.delete(hash)) {
        kept.add(hash);
        return pathOf(hash);
      }
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!(await fetchTo(deps, objectKey, `${pathOf(hash)}.part`, { most: bound.bytes, signal })))
        return null;
      await rename(`${pathOf(hash)}.part`, pathOf(hash));
      kept.add(hash);
      const [oldest] = kept;
      if (kept.size > bound.liveFiles && oldest !== undefined) {
        kept.delete(oldest);
        await rm(pathOf(oldest), { force: true });
      }
      return pathOf(hash);
    },
    isEmpty: (): boolean => kept.size === 0,
    async clear(): Promise<void> {
      kept.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
type ModelFiles = ReturnType<typeof createModelFiles>;

/** What one model saw on a frame, as far as the flight asks for it. */
interface Seen {
  model: LookingModel;
  answer: ModelAnswer;
  boxes: readonly SeenBox[];
}

/** What a model says of a frame; null: the machine did not let it look. @throws NotNow */
const answerOf = async (
  deps: LiveLookDeps,
  order: Parameters<ModelJobs['run']>[0],
  signal: AbortSignal,
): Promise<ModelAnswer | null> => {
  try {
    return await ask(deps, order, signal);
  } catch (error) {
    if (error instanceof Starved) return null;
    throw error;
  }
};

/**
 * Lets the models look at a frame one after the other. One that the machine does not let look goes on with another frame.
 * @throws TakenOver; NotNow where the store is away, or none could look
 */
async function seenBy(
  deps: LiveLookDeps,
  look: ClaimedLook,
  models: readonly LookingModel[],
  { files, photoPath, after, signal }: Turn & { photoPath: string },
): Promise<Seen[]> {
  const wanted = wantedOf(look.arrangement).aiTypes;
  const seen: Seen[] = [];
  for (const model of models) {
    if (!(await keepLook(deps.runtime.db, look, after(bound.liveClaim)))) throw new TakenOver();
    const { manifest, hash: modelHash } = model;
    const modelPath = await files.fetch(model, signal);
    const answer =
      modelPath === null
        ? failed('gone')
        : await answerOf(deps, { modelPath, modelHash, manifest, photoPath }, signal);
    if (answer === null) continue;
    const boxes = answer.boxes.filter(
      ({ aiType }) => aiType !== null && (wanted === null || wanted.includes(aiType)),
    );
    seen.push({ model, answer, boxes });
  }
  if (seen.length === 0) throw new Starved('no model could look');
  return seen;
}

/** The run of a model over this picture, begun with the first frame that it looked at. */
const runOf = async (
  { runtime }: LiveLookDeps,
  trx: DbOrTrx,
  look: ClaimedLook,
  { manifest, memberOID, detectionOID }: LookingModel,
  at: Date,
) => {
  const { groupRoot, groupOID, flightOID } = look;
  const run = { groupRoot, groupOID, flightOID, model: manifest.name, modelVersion: manifest.version };
  const made = { ...run, oid: runtime.newOid(), memberOID, sourceId: sourceOf(look), kind: 'live' as const };
  return { ...run, oid: detectionOID ?? (await beginModelRun(trx, made, at)) };
};

/** Stores what the models saw: their runs, and the photo of the frame with what was found on it. @throws TakenOver */
const keepSeen = (
  deps: LiveLookDeps,
  look: ClaimedLook,
  { seen, file, turn, at }: { seen: readonly Seen[]; file: LiveFile | null; turn: LookTurn; at: Date },
): Promise<void> =>
  deps.runtime.db.transaction().execute(async (trx) => {
    if (!(await writeTurn(trx, look, turn))) throw new TakenOver();
    if (file) await listLiveFile(trx, file);
    for (const { model, answer, boxes } of seen) {
      const run = await runOf(deps, trx, look, model, at);
      const { picture, fault, detail } = answer;
      // A frame that cannot be read says nothing of the model.
      if (fault !== null && fault !== 'photoUnreadable') {
        const message = [fault, detail].filter(Boolean).join(': ').slice(0, 300);
        await endModelRun(trx, run.oid, { state: 'failed', message });
      }
      if (!file || picture === null) continue;
      const outcomes = boxes.map(({ box, aiType, class: name, confidence }, index) => ({
        sourceId: `${look.oid} ${index}`,
        mediaOID: file.oid,
        box,
        picture,
        class: aiType ?? name,
        confidence,
      }));
      await submitModelOutcomes(deps.runtime, trx, run, outcomes);
    }
  });

export interface Turn {
  files: ModelFiles;
  after: (ms: number) => Date;
  signal: AbortSignal;
}

/** The photo of a frame on which something was found; it is the flight's, in whose department it is reviewed. */
const fileOf = (
  { runtime }: LiveLookDeps,
  { groupRoot, groupOID, flightOID }: ClaimedLook,
  { file, snapshot }: LivePhoto,
  createdBy: string,
): LiveFile => ({
  ...file,
  groupRoot,
  groupOID,
  flightOID,
  oid: runtime.newOid(),
  createdBy,
  from: { snapshot: { ...snapshot, byModel: true } },
});

/** Lets models look at a frame, and keeps what they find. @throws TakenOver, NotNow */
export async function lookAt(
  deps: LiveLookDeps,
  look: ClaimedLook,
  { models, photo, turn }: { models: readonly LookingModel[]; photo: LivePhoto; turn: Turn },
): Promise<void> {
  const { after, files } = turn;
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const photoPath = join(files.folder, `${look.claim}.jpg`);
  try {
    await writeFile(photoPath, photo.bytes, { mode: 0o600 });
    const seen = await seenBy(deps, look, models, { ...turn, photoPath });
    const findings = seen.reduce((sum, { boxes }) => sum + boxes.length, 0);
    const by = seen.find(({ boxes }) => boxes.length > 0)?.model.memberOID;
    const file = by === undefined ? null : fileOf(deps, look, photo, by);
    const at = after(0);
    const names = seen.map(({ model: { manifest } }) => `${manifest.name} ${manifest.version}`);
    const { frameHash } = photo.snapshot;
    const seenThen = { at, frameHash, models: names, findings, photos: file ? 1 : 0 };
    const nextTurn = { nextAt: after(bound.liveEvery), fault: null, seen: seenThen };
    try {
      if (file) await store(deps, file, photo.bytes);
      await keepSeen(deps, look, { seen, file, at, turn: nextTurn });
    } catch (error) {
      if (file) await removeStored(deps, file);
      throw error;
    }
  } finally {
    await rm(photoPath, { force: true });
  }
}

/** @throws NotNow where the store is away */
const store = ({ objects }: LiveLookDeps, file: LiveFile, bytes: Buffer): Promise<void> =>
  storeLiveFile(objects, file, bytes).catch((error: unknown) => {
    throw new NotNow('the store did not take it', { cause: error });
  });

/** Removes a photo that could not be listed. */
const removeStored = ({ runtime, objects }: LiveLookDeps, file: LiveFile): Promise<void> =>
  removeUnlisted(runtime.db, objects, [file]).catch((error: unknown) =>
    runtime.log.warn(
      { err: error, mediaOID: file.oid },
      'a photo of a live picture that is not listed may lie in the store',
    ),
  );
