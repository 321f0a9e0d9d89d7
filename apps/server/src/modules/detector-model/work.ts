import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { coversTypes, limits, resultLimits, typesOfModel, type ModelFault } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { beginModelRun, endModelRun, submitModelOutcomes, wantedOf } from '../detection/index.ts';
import { faultOfJob, type ModelJobs } from './model-jobs.ts';
import { claimModel, releaseModel, settleModel, type WaitingModel } from './model.store.ts';
import type { ModelAnswer } from './onnx-order.ts';
import {
  claimRun,
  insertRun,
  keepRun,
  nextPicture,
  offeredTasks,
  releaseRun,
  writePicture,
  writeRunEnd,
  type ClaimedRun,
} from './run.store.ts';

export interface ModelWorkDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
  objects: Pick<Objects, 'get' | 'head'>;
  /** Where models and photos lie while they are looked at. */
  dataDir: string;
  jobs: ModelJobs;
}

const bound = limits.detectorModel;

/** The store is away, or the machine too busy: another time. */
class NotNow extends Error {}
/** Another server has it meanwhile. */
class TakenOver extends Error {}

interface Fetched {
  modelPath: string;
  photoPath: string;
}

/** Lays an object on our disk. @returns false where it is not in the store, or larger than `most` bytes */
async function fetchTo(
  { objects }: Pick<ModelWorkDeps, 'objects'>,
  key: string,
  path: string,
  most: number,
): Promise<boolean> {
  try {
    const info = await objects.head(key);
    const found = info && info.size <= most ? await objects.get(key) : null;
    if (!found) return false;
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    return true;
  } catch (error) {
    throw new NotNow('the store did not give it', { cause: error });
  }
}

/** A folder of its own for one claim, which goes with it. */
async function inFolder<T>({ dataDir }: ModelWorkDeps, name: string, work: (at: Fetched) => Promise<T>) {
  const folder = join(dataDir, 'model-work', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work({ modelPath: join(folder, 'model'), photoPath: join(folder, 'photo') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const failed = (fault: ModelFault): ModelAnswer => ({ fault, detail: '', boxes: [], picture: null, took: 0 });

/** What a model answers; what ended its process is an answer as well. @throws NotNow where the machine did not let it run */
const ask = async (
  { jobs, runtime: { log } }: ModelWorkDeps,
  order: Parameters<ModelJobs['run']>[0],
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  try {
    return await jobs.run(order, signal);
  } catch (error) {
    if (signal.aborted) throw new NotNow('the server stops', { cause: error });
    const fault = faultOfJob(error);
    if (fault === null) throw new NotNow('the process did not come up', { cause: error });
    log.warn({ err: error, model: order.manifest.name }, 'a detector model was ended');
    return failed(fault);
  }
};

const checkModel = (deps: ModelWorkDeps, model: WaitingModel, signal: AbortSignal): Promise<ModelAnswer> =>
  inFolder(deps, model.oid, async ({ modelPath }) =>
    (await fetchTo(deps, model.objectKey, modelPath, bound.bytes))
      ? ask(deps, { modelPath, modelHash: model.hash, manifest: model.manifest, photoPath: null }, signal)
      : failed('gone'),
  );

/** Looks at the oldest model that nobody has looked at. @returns whether there was one */
async function checkNext(deps: ModelWorkDeps, after: (ms: number) => Date, signal: AbortSignal) {
  const { db } = deps.runtime;
  const model = await claimModel(db, after(0), after(bound.claimLife));
  if (!model) return false;
  try {
    // Servers that fell silent over it were ended with their processes.
    const answer = model.claims > bound.claimsMost ? failed('broken') : await checkModel(deps, model, signal);
    await settleModel(db, model, answer);
    return true;
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    deps.runtime.log.warn({ err: error, model: model.oid }, 'a detector model waits');
    await releaseModel(db, model, after(bound.againAfter));
    return false;
  }
}

/** Makes the run, in which what was found is reviewed, of a run over a flight. */
const detectionOf = async (deps: ModelWorkDeps, run: ClaimedRun, trx: DbOrTrx, at: Date) => {
  if (run.flightOID === null) return null;
  const { name, version } = run.manifest;
  const { groupRoot, groupOID, flightOID, memberOID } = run;
  const detection = { groupRoot, groupOID, flightOID, memberOID, model: name, modelVersion: version };
  const made = { ...detection, oid: deps.runtime.newOid(), sourceId: `model ${run.oid}` };
  return { ...made, oid: await beginModelRun(trx, made, at) };
};

/** Keeps what a model saw on a photo, and submits of it what the flight asks for. @throws TakenOver */
async function keepAnswer(
  deps: ModelWorkDeps,
  run: ClaimedRun,
  mediaOID: string,
  { fault, boxes, picture, took }: ModelAnswer,
  [at, until]: [Date, Date],
): Promise<void> {
  const wanted = wantedOf(run.arrangement).aiTypes;
  const asked = boxes.filter(
    ({ aiType }) => run.taskOID === null || (aiType !== null && (wanted === null || wanted.includes(aiType))),
  );
  await deps.runtime.db.transaction().execute(async (trx) => {
    const detection = await detectionOf(deps, run, trx, at);
    if (!(await keepRun(trx, run, until, detection?.oid ?? null))) throw new TakenOver();
    const seen = {
      fault,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      took,
      boxes: asked,
    };
    await writePicture(trx, { runOID: run.oid, mediaOID }, seen);
    if (!detection || !picture) return;
    const outcomes = asked.map(({ box, aiType, class: name, confidence }, index) => ({
      sourceId: `${run.oid} ${index}`,
      mediaOID,
      box,
      picture,
      class: aiType ?? name,
      confidence,
    }));
    await submitModelOutcomes(deps.runtime, trx, detection, outcomes);
  });
}

/** What is against the photo, and not against the model. */
const ofPhoto = (fault: ModelFault | null): boolean =>
  fault === null || fault === 'photoGone' || fault === 'photoUnreadable';

/** Goes through the photos of a run that were not looked at. @returns what ends it before */
async function lookThrough(
  deps: ModelWorkDeps,
  run: ClaimedRun,
  { modelPath, photoPath }: Fetched,
  after: (ms: number) => Date,
  signal: AbortSignal,
): Promise<{ fault: ModelFault | null; detail: string }> {
  if (!(await fetchTo(deps, run.objectKey, modelPath, bound.bytes))) return failed('gone');
  for (;;) {
    const next = await nextPicture(deps.runtime.db, run.oid);
    if (!next) return { fault: null, detail: '' };
    const there = next.isThere && (await fetchTo(deps, next.objectKey, photoPath, resultLimits.photoBytes));
    const order = { modelPath, modelHash: run.hash, manifest: run.manifest, photoPath };
    const answer = there ? await ask(deps, order, signal) : failed('photoGone');
    if (!ofPhoto(answer.fault)) return answer;
    await keepAnswer(deps, run, next.mediaOID, answer, [after(0), after(bound.claimLife)]);
  }
}

/** Ends a run, and that in which its findings are reviewed. */
const endRun = (
  deps: ModelWorkDeps,
  run: ClaimedRun,
  { fault, detail }: { fault: ModelFault | null; detail: string },
  at: Date,
): Promise<void> =>
  deps.runtime.db.transaction().execute(async (trx) => {
    const detection = await detectionOf(deps, run, trx, at);
    if (!(await keepRun(trx, run, at, detection?.oid ?? null))) return;
    await writeRunEnd(trx, run, { fault, detail, at });
    if (detection)
      await endModelRun(trx, detection.oid, {
        state: fault === null ? 'done' : 'failed',
        message: [fault, detail].filter(Boolean).join(': ').slice(0, 300),
      });
  });

/** Goes on with the oldest run. @returns whether there was one */
async function runNext(deps: ModelWorkDeps, after: (ms: number) => Date, signal: AbortSignal) {
  const { db, log } = deps.runtime;
  const claim = { claim: crypto.randomUUID(), now: after(0), until: after(bound.claimLife) };
  const run = await claimRun(db, claim);
  if (!run) return false;
  try {
    const end =
      run.claims > bound.claimsMost
        ? failed('broken')
        : await inFolder(deps, claim.claim, (at) => lookThrough(deps, run, at, after, signal));
    await endRun(deps, run, end, after(0));
    return true;
  } catch (error) {
    if (error instanceof TakenOver) return true;
    log.warn({ err: error, run: run.oid }, 'a run of a detector model waits');
    if (!(error instanceof NotNow)) throw error;
    await releaseRun(db, run, after(bound.againAfter));
    return false;
  }
}

/** What models do by themselves: they are looked at, given the photos of flights, and go through them. */
export const createModelWork = (deps: ModelWorkDeps) => {
  const { db, newOid, serverTime } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  return {
    async offer(): Promise<void> {
      for (const task of await offeredTasks(db, after(0))) {
        const covered = coversTypes(wantedOf(task.arrangement).aiTypes, typesOfModel(task.manifest));
        await db
          .transaction()
          .execute((trx) => insertRun(trx, { oid: newOid(), task, covered, at: after(0) }));
      }
    },
    /** Does what waits, one after the other. */
    async work(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await checkNext(deps, after, signal)));
      while (!signal.aborted && (await runNext(deps, after, signal)));
    },
  };
};
