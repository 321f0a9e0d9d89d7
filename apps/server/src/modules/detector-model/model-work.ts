/** What the work of models is done with: files on our disk, their process, and the run in which their findings are reviewed. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ModelFault } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { TakeFrame } from '../../platform/video-frame.ts';
import { beginModelRun } from '../detection/index.ts';
import type { KeepFrame } from '../media/index.ts';
import { faultOfJob, type ModelJobs } from './model-jobs.ts';
import type { ModelAnswer } from './onnx-order.ts';
import type { ClaimedRun } from './run.store.ts';

export interface ModelWorkDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
  objects: Pick<Objects, 'get' | 'head'>;
  /** Where models and photos lie while they are looked at. */
  dataDir: string;
  jobs: ModelJobs;
  /** How pictures are taken out of videos, and kept; missing: no program for it was named. */
  videos?: { takeFrame: TakeFrame; keepFrame: KeepFrame } | undefined;
}

/** The store is away, or the machine too busy: another time. */
export class NotNow extends Error {}
/** Another server has it meanwhile. */
export class TakenOver extends Error {}

export interface Fetched {
  modelPath: string;
  photoPath: string;
  videoPath: string;
}

/** Lays an object on our disk. @returns false where it is not in the store, or larger than `most` bytes */
export async function fetchTo(
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
export async function inFolder<T>(
  { dataDir }: ModelWorkDeps,
  name: string,
  work: (at: Fetched) => Promise<T>,
) {
  const folder = join(dataDir, 'model-work', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const [modelPath, photoPath, videoPath] = ['model', 'photo', 'video'].map((one) => join(folder, one)) as [
      string,
      string,
      string,
    ];
    return await work({ modelPath, photoPath, videoPath });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const failed = (fault: ModelFault): ModelAnswer => ({
  fault,
  detail: '',
  boxes: [],
  picture: null,
  took: 0,
});

/** What a model answers; what ended its process is an answer as well. @throws NotNow where the machine did not let it run */
export const ask = async (
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

/** Makes the run, in which what was found is reviewed, of a run over a flight. */
export const detectionOf = async (deps: ModelWorkDeps, run: ClaimedRun, trx: DbOrTrx, at: Date) => {
  if (run.flightOID === null) return null;
  const { name, version } = run.manifest;
  const { groupRoot, groupOID, flightOID, memberOID } = run;
  const detection = { groupRoot, groupOID, flightOID, memberOID, model: name, modelVersion: version };
  const made = { ...detection, oid: deps.runtime.newOid(), sourceId: `model ${run.oid}` };
  return { ...made, oid: await beginModelRun(trx, made, at) };
};
