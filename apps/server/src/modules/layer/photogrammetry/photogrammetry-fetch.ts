import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { photogrammetryLimits, type PhotogrammetryOutput } from '@eyrie/domain';
import type { SpooledFile } from '../../../platform/http/endpoint.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { UploadRequest } from '../layer-upload.ts';
import { EngineRefuses, EngineSilent, ResultTooLarge } from './engine-http.ts';
import { askedAgain, failTask } from './photogrammetry-end.ts';
import { pathsOf } from './photogrammetry-send.ts';
import { dateAfter, publishTask, shares, type FollowDeps } from './photogrammetry.deps.ts';
import {
  endTask,
  fetchingOf,
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

async function makeLayers(
  deps: FollowDeps,
  task: ClaimedTask,
  fetched: { zip: string; folder: string },
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.runtime;
  for (const { output } of (await outputsOf(db, task.oid)).filter(({ made }) => !made)) {
    // A server that stops lets another attempt go on with the next one.
    signal.throwIfAborted();
    // As long as unpacking may take by the clock, and the way of the file after that.
    const until = dateAfter(deps, 5 * bounds.unpackTime + bounds.claimFor);
    await keepTask(db, task, { until });
    await makeLayer(deps, task, output, () => takeOut(deps, output, fetched));
  }
  const outputs = await outputsOf(db, task.oid);
  if (!outputs.some((one) => one.made)) return failTask(deps, task, 'nothing');
  await endTask(db, task, { state: 'done', at: dateAfter(deps) });
  publishTask(deps, task, { state: 'done', percent: 100 }, outputs);
}

const placeOf = (dataDir: string): string => join(dataDir, 'layer-work');
const prefixOf = (taskOID: string): string => `photogrammetry-${taskOID}-`;
const ofTask = /^photogrammetry-([0-9a-f-]{36})-/;
/** A result that lies there whole; as long as it comes it has another name. */
const zipName = 'all.zip';

const namesIn = (dataDir: string): Promise<string[]> => readdir(placeOf(dataDir)).catch(() => []);

/** Throws away what attempts at a result left on this disk. @param own the folder that stays */
export async function removeLeftovers(
  { dataDir }: Pick<FollowDeps, 'dataDir'>,
  taskOID: string,
  own?: string,
): Promise<void> {
  for (const name of (await namesIn(dataDir)).filter((one) => one.startsWith(prefixOf(taskOID))))
    if (name !== own) await rm(join(placeOf(dataDir), name), { recursive: true, force: true });
}

/** Throws away what lies on this disk of tasks whose result is fetched no more: another server may have ended them. */
export async function removePast({
  dataDir,
  runtime: { db },
}: Pick<FollowDeps, 'dataDir'> & { runtime: Pick<FollowDeps['runtime'], 'db'> }): Promise<void> {
  const oids = (await namesIn(dataDir)).flatMap((name) => ofTask.exec(name)?.[1] ?? []);
  if (oids.length === 0) return;
  const fetching = await fetchingOf(db, oids);
  for (const oid of new Set(oids)) if (!fetching.has(oid)) await removeLeftovers({ dataDir }, oid);
}

/** Takes over a result that an earlier attempt at the same task of the engine fetched whole. @returns whether there is one */
async function takeOver(
  { dataDir }: Pick<FollowDeps, 'dataDir'>,
  { oid, engineUUID }: ClaimedTask,
  path: string,
): Promise<boolean> {
  for (const name of await namesIn(dataDir)) {
    if (!name.startsWith(`${prefixOf(oid)}${engineUUID}-`)) continue;
    const isTaken = await rename(join(placeOf(dataDir), name, zipName), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (isTaken) return true;
  }
  return false;
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

/** Names a result as whole. After a power cut a name may be there whose bytes are not: these go to the disk before it. */
async function nameWhole(part: string, path: string): Promise<void> {
  const file = await open(part, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}

/** Fetches what the engine made. @returns false where the task ended or rests over it */
async function fetchWhole(
  deps: FollowDeps,
  task: ClaimedTask,
  path: string,
  signals: { stops: AbortSignal; lost: AbortSignal },
): Promise<boolean> {
  const { db } = deps.runtime;
  const { fetches } = task;
  const signal = AbortSignal.any([signals.stops, signals.lost]);
  if (fetches >= bounds.fetchesMost) {
    if (!(await askedAgain(deps, task, signal))) await failTask(deps, task, 'download');
    return false;
  }
  await keepTask(db, task, { fetches: fetches + 1, until: dateAfter(deps, bounds.claimFor) });
  let came = 0;
  try {
    const onBytes = (bytes: number): void => void (came = bytes);
    const to = { path: `${path}.part`, most: bounds.resultBytes, onBytes };
    await deps.engine.fetch(task.engineUUID, to, signal);
    await nameWhole(to.path, path);
    return true;
  } catch (error) {
    if (error instanceof ResultTooLarge) {
      await failTask(deps, task, 'tooLarge');
      return false;
    }
    // An engine that starts again, a full disk here, a server that stops: none of them says anything against the result.
    const isOfResult = error instanceof EngineRefuses || (error instanceof EngineSilent && came > 0);
    if (signals.stops.aborted || !isOfResult) await keepTask(db, task, { fetches });
    // It may know the task no more: that is another reason than a result that cannot be fetched.
    if (error instanceof EngineRefuses && (await askedAgain(deps, task, signal))) return false;
    throw error;
  }
}

/** Whether what was fetched is to stay for another attempt: not where others have the task, nor where the disk is full. */
const staysAfter = (error: unknown): boolean =>
  !(error instanceof TakenOver) &&
  !(error instanceof Refusal && error.reason === 'noRoom') &&
  (error as { code?: unknown }).code !== 'ENOSPC';

/**
 * Fetches what the engine made and makes layers of it. Those that an earlier attempt made are not made again, and what one
 * fetched whole is not fetched again, also where the server was killed over it.
 */
export async function fetchTurn(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  const { db } = deps.runtime;
  // Another server that takes the task over must not lose its files with ours.
  const name = `${prefixOf(task.oid)}${task.engineUUID}-${task.claim}`;
  const folder = join(placeOf(deps.dataDir), name);
  const path = join(folder, zipName);
  const { lost, end } = holdTask(deps, task);
  let isKept = false;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const isThere = await takeOver(deps, task, path);
    await removeLeftovers(deps, task.oid, name);
    if (!isThere && !(await fetchWhole(deps, task, path, { stops: signal, lost }))) return;
    try {
      await keepTask(db, task, { until: dateAfter(deps, bounds.claimFor), percent: shares.computed + 5 });
      await makeLayers(deps, task, { zip: path, folder }, signal);
    } catch (error) {
      if (error instanceof BrokenResult) return await failTask(deps, task, 'broken');
      isKept = staysAfter(error);
      if (!(error instanceof TakenOver)) await keepTask(db, task, { fetches: task.fetches });
      throw error;
    }
  } finally {
    end();
    if (!isKept) await rm(folder, { recursive: true, force: true });
  }
}
