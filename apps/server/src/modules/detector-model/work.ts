import { coversTypes, limits, typesOfModel, type ModelFault } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { endModelRun, wantedOf } from '../detection/index.ts';
import { asksSomewhere, routeOfFlight, typesOfFile } from '../media/index.ts';
import { lookThrough } from './look-through.ts';
import {
  ask,
  detectionOf,
  failed,
  fetchTo,
  inFolder,
  NotNow,
  removeLeft,
  Starved,
  TakenOver,
  type ModelWorkDeps,
} from './model-work.ts';
import { claimModel, releaseModel, settleModel, type WaitingModel } from './model.store.ts';
import type { ModelAnswer } from './onnx-order.ts';
import {
  claimRun,
  insertRun,
  keepRun,
  offeredTasks,
  placedPhotos,
  releaseRun,
  writeRunEnd,
  type ClaimedRun,
  type OfferedTask,
} from './run.store.ts';

const bound = limits.detectorModel;

/** For how long it waits that could not be done now, ms: a busy machine is not made busier. */
const waitAfter = (error: unknown): number =>
  error instanceof Starved ? bound.busyAgainAfter : bound.againAfter;

const checkModel = (deps: ModelWorkDeps, model: WaitingModel, signal: AbortSignal): Promise<ModelAnswer> =>
  inFolder(deps, model.oid, async ({ modelPath }) =>
    (await fetchTo(deps, model.objectKey, modelPath, { most: bound.bytes, signal }))
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
    await releaseModel(db, model, after(waitAfter(error)));
    return false;
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
        : await inFolder(deps, claim.claim, (at) => lookThrough(deps, run, { ...at, after, signal }));
    await endRun(deps, run, end, after(0));
    return true;
  } catch (error) {
    if (error instanceof TakenOver) return true;
    log.warn({ err: error, run: run.oid }, 'a run of a detector model waits');
    if (!(error instanceof NotNow)) throw error;
    await releaseRun(db, run, after(waitAfter(error)));
    return false;
  }
}

/** What of a task a model looks at: all where the flight asks for what it finds, else photos at whose waypoints that is asked for. */
async function filesToLookAt(db: DbOrTrx, task: OfferedTask): Promise<'all' | string[]> {
  const types = typesOfModel(task.manifest);
  const flight = wantedOf(task.arrangement).aiTypes;
  if (coversTypes(flight, types)) return 'all';
  const route = await routeOfFlight(db, task.flightOID);
  if (!asksSomewhere(route)) return [];
  const photos = await placedPhotos(db, task.taskOID);
  return photos
    .filter((photo) => coversTypes(typesOfFile(flight, photo, route), types))
    .map(({ mediaOID }) => mediaOID);
}

/** What models do by themselves: they are looked at, given the photos of flights, and go through them. */
export const createModelWork = (deps: ModelWorkDeps) => {
  const { db, newOid, serverTime } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  let begun = false;
  return {
    async offer(): Promise<void> {
      for (const task of await offeredTasks(db, after(0))) {
        const files = await filesToLookAt(db, task);
        await db.transaction().execute((trx) => insertRun(trx, { oid: newOid(), task, files, at: after(0) }));
      }
    },
    /** Does what waits, one after the other. */
    async work(signal: AbortSignal): Promise<void> {
      // One process of a data directory does this work, and it has nothing under way yet.
      if (!begun) await removeLeft(deps);
      begun = true;
      while (!signal.aborted && (await checkNext(deps, after, signal)));
      while (!signal.aborted && (await runNext(deps, after, signal)));
    },
  };
};
