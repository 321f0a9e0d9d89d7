/** What the work of models is done with: files on our disk, their process, and the run in which their findings are reviewed. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits, type ModelFault } from '@eyrie/domain';
import { JobFailed } from '../../platform/child/index.ts';
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
  objects: Pick<Objects, 'get' | 'head' | 'hasRoom'>;
  /** Where models and photos lie while they are looked at. */
  dataDir: string;
  jobs: ModelJobs;
  /** How pictures are taken out of videos, and kept; missing: no program for it was named. */
  videos?: { takeFrame: TakeFrame; keepFrame: KeepFrame } | undefined;
}

/** The store is away, or the machine too busy: another time. */
export class NotNow extends Error {}
/** The machine did not let a model run in time, which says nothing of the model. */
export class Starved extends NotNow {}
/** Another server has it meanwhile. */
export class TakenOver extends Error {}

export interface Fetched {
  modelPath: string;
  photoPath: string;
  videoPath: string;
}

/** How an object is laid on our disk. */
interface Fetching {
  /** Bytes that it may have. */
  most: number;
  signal: AbortSignal;
  /** Keeps what it is fetched for, asked now and then; missing: it is there in no time. */
  hold?: () => Promise<void>;
}

/** So often what is fetched for is kept: several times within the life of a claim. */
const holdEvery = limits.detectorModel.claimLife / 5;

/** Bytes on their way, whose run is kept meanwhile: a film of gigabytes is longer on its way than a claim lives. */
const holding = (hold: () => Promise<void>, now: () => number) =>
  async function* (body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held = now();
    for await (const chunk of body) {
      if (now() - held >= holdEvery) {
        held = now();
        await hold();
      }
      yield chunk;
    }
  };

/**
 * Lays an object on our disk.
 * @returns false where it is not in the store, or larger than it may be
 * @throws NotNow where the store is away, the disk has no room for it or the server stops; TakenOver by `hold`
 */
export async function fetchTo(
  { objects, runtime: { serverTime } }: Pick<ModelWorkDeps, 'objects' | 'runtime'>,
  key: string,
  path: string,
  { most, signal, hold = () => Promise.resolve() }: Fetching,
): Promise<boolean> {
  try {
    const info = await objects.head(key);
    if (!info || info.size > most) return false;
    // The database may lie on the same disk: it must not fill up by what is only looked at.
    if (objects.hasRoom && !(await objects.hasRoom(info.size, limits.upload.spare)))
      throw new Error('the disk has no room for it');
    const found = await objects.get(key);
    if (!found) return false;
    await pipeline(found.stream, holding(hold, serverTime), createWriteStream(path, { mode: 0o600 }), {
      signal,
    });
    return true;
  } catch (error) {
    if (error instanceof TakenOver) throw error;
    throw new NotNow('the store did not give it', { cause: error });
  }
}

const folderOf = ({ dataDir }: Pick<ModelWorkDeps, 'dataDir'>): string => join(dataDir, 'model-work');

/** Removes what a killed server was looking at: each claim has a folder of its own, which nobody else would find. */
export const removeLeft = (deps: Pick<ModelWorkDeps, 'dataDir'>): Promise<void> =>
  rm(folderOf(deps), { recursive: true, force: true });

/** A folder of its own for one claim, which goes with it. */
export async function inFolder<T>(
  deps: Pick<ModelWorkDeps, 'dataDir'>,
  name: string,
  work: (at: Fetched) => Promise<T>,
) {
  const folder = join(folderOf(deps), name);
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

/** What a model answers; what ended its process is an answer as well. @throws Starved where the machine did not let it run; NotNow */
export const ask = async (
  { jobs, runtime: { log } }: ModelWorkDeps,
  order: Parameters<ModelJobs['run']>[0],
  signal: AbortSignal,
): Promise<ModelAnswer> => {
  try {
    return await jobs.run(order, signal);
  } catch (error) {
    if (signal.aborted) throw new NotNow('the server stops', { cause: error });
    if (error instanceof JobFailed && error.why === 'starved')
      throw new Starved('the machine did not let it run', { cause: error });
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
  const made = {
    ...detection,
    oid: deps.runtime.newOid(),
    sourceId: `model ${run.oid}`,
    kind: 'files' as const,
  };
  return { ...made, oid: await beginModelRun(trx, made, at) };
};
