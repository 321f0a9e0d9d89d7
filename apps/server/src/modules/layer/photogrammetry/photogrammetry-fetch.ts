import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { photogrammetryLimits, type PhotogrammetryOutput } from '@eyrie/domain';
import type { SpooledFile } from '../../../platform/http/endpoint.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { UploadRequest } from '../layer-upload.ts';
import { EngineRefuses, EngineSilent, ResultTooLarge } from './engine-http.ts';
import { failTask } from './photogrammetry-end.ts';
import { pathsOf } from './photogrammetry-send.ts';
import { dateAfter, publishTask, shares, type FollowDeps } from './photogrammetry.deps.ts';
import {
  endTask,
  keepOutput,
  keepTask,
  outputsOf,
  TakenOver,
  type ClaimedTask,
} from './photogrammetry.store.ts';

const bounds = photogrammetryLimits;
/** How often it is written down that a server is still at a result, ms. */
const renewEvery = 10_000;

/** What a layer of each output is taken for, and what its name ends in. */
const kinds = {
  orthophoto: { source: 'geotiff', file: 'orthophoto.tif', ending: 'DOM' },
  model: { source: 'tileset', file: 'model.zip', ending: '3D Tiles' },
  cloud: { source: 'pointCloud', file: 'cloud.laz', ending: 'LAZ' },
} as const;

/** The zip that the engine made is none that can be read. */
class BrokenResult extends Error {}

/** Lays an output on our disk as people send such a thing; null: the engine made none. @throws Refusal, BrokenResult */
async function takeOut(
  deps: FollowDeps,
  output: PhotogrammetryOutput,
  { zip, folder }: { zip: string; folder: string },
): Promise<SpooledFile | null> {
  const { file: name } = kinds[output];
  const path = join(folder, name);
  const answer = await deps.unpack({
    zip,
    from: pathsOf[output],
    isFolder: output === 'model',
    to: path,
    at: dateAfter(deps).getTime(),
  });
  if (answer.ok) return answer.size === null ? null : { name, path, size: answer.size };
  if (answer.whole) throw new BrokenResult(answer.reason);
  throw new Refusal(answer.reason, { values: answer.values });
}

/** Name of a layer: that of the flight, when it was asked for, and what it is. */
const layerName = ({ name, createdAt }: ClaimedTask, output: PhotogrammetryOutput): string =>
  `${name.slice(0, 34)} ${createdAt.toISOString().slice(0, 16).replace('T', ' ')} ${kinds[output].ending}`.trim();

/** What may go well another time, when the machine has room or time again. */
const passing = new Set(['tooManyRequests', 'auditBlocked', 'noRoom', 'databaseDown', 'startingUp']);

/** Makes a layer of one output, or keeps why not. @throws what may go well another time */
async function makeLayer(
  deps: FollowDeps,
  task: ClaimedTask,
  output: PhotogrammetryOutput,
  takeFile: () => Promise<SpooledFile | null>,
): Promise<void> {
  const { db } = deps.runtime;
  try {
    const file = await takeFile();
    if (!file) return await keepOutput(db, task.oid, output, { failure: 'missing', values: {} });
    const { source, file: fileName } = kinds[output];
    const request: UploadRequest = { source, fileName, name: layerName(task, output) };
    await deps.take(task, file, request, async (trx, layerOID) => {
      await keepTask(trx, task, { until: dateAfter(deps, bounds.claimFor), updated_at: dateAfter(deps) });
      await keepOutput(trx, task.oid, output, { layerOID });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || passing.has(error.reason)) throw error;
    const { values = {} } = error.details;
    await keepOutput(db, task.oid, output, { failure: error.reason, values });
  }
}

async function makeLayers(deps: FollowDeps, task: ClaimedTask, zip: string, folder: string): Promise<void> {
  const { db } = deps.runtime;
  for (const { output } of (await outputsOf(db, task.oid)).filter(({ made }) => !made)) {
    // As long as unpacking may take by the clock, and the way of the file after that.
    const until = dateAfter(deps, 5 * bounds.unpackTime + bounds.claimFor);
    await keepTask(db, task, { until });
    await makeLayer(deps, task, output, () => takeOut(deps, output, { zip, folder }));
  }
  const outputs = await outputsOf(db, task.oid);
  if (!outputs.some((one) => one.made)) return failTask(deps, task, 'nothing');
  await endTask(db, task, { state: 'done', at: dateAfter(deps) });
  publishTask(deps, task, { state: 'done', percent: 100 }, outputs);
}

const placeOf = (dataDir: string): string => join(dataDir, 'layer-work');
const prefixOf = (taskOID: string): string => `photogrammetry-${taskOID}-`;

/** Throws away what servers left on this disk that were killed in the middle of a result. */
export async function removeLeftovers(
  { dataDir }: Pick<FollowDeps, 'dataDir'>,
  taskOID: string,
): Promise<void> {
  const names = await readdir(placeOf(dataDir)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefixOf(taskOID))))
    await rm(join(placeOf(dataDir), name), { recursive: true, force: true });
}

/** Keeps a task ours however long its result takes. @returns a signal that it is not ours any more, and what ends it */
const holdTask = (deps: FollowDeps, task: ClaimedTask): { lost: AbortSignal; end: () => void } => {
  const lost = new AbortController();
  const timer = setInterval(() => {
    keepTask(deps.runtime.db, task, { until: dateAfter(deps, bounds.claimFor) }).catch((error: unknown) => {
      if (error instanceof TakenOver) lost.abort(error);
    });
  }, renewEvery).unref();
  return { lost: lost.signal, end: () => clearInterval(timer) };
};

/** Fetches what the engine made and makes layers of it; those that an earlier attempt made are not made again. */
export async function fetchTurn(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  const { db } = deps.runtime;
  const { fetches } = task;
  if (fetches >= bounds.fetchesMost) return failTask(deps, task, 'download');
  await keepTask(db, task, { fetches: fetches + 1, until: dateAfter(deps, bounds.claimFor) });
  await removeLeftovers(deps, task.oid);
  // Another server that takes the task over must not lose its files with ours.
  const folder = join(placeOf(deps.dataDir), `${prefixOf(task.oid)}${task.claim}`);
  const path = join(folder, 'all.zip');
  const { lost, end } = holdTask(deps, task);
  let came = 0;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const to = { path, most: bounds.resultBytes, onBytes: (bytes: number) => void (came = bytes) };
    await deps.engine.fetch(task.engineUUID, to, AbortSignal.any([signal, lost]));
    await keepTask(db, task, { until: dateAfter(deps, bounds.claimFor), percent: shares.computed + 5 });
    await makeLayers(deps, task, path, folder);
  } catch (error) {
    if (error instanceof ResultTooLarge) return await failTask(deps, task, 'tooLarge');
    if (error instanceof BrokenResult) return await failTask(deps, task, 'broken');
    // An engine that starts again, a full disk here, a server that stops: none of them says anything against the result.
    const isOfResult = error instanceof EngineRefuses || (error instanceof EngineSilent && came > 0);
    if (signal.aborted || !isOfResult) await keepTask(db, task, { fetches });
    throw error;
  } finally {
    end();
    await rm(folder, { recursive: true, force: true });
  }
}
