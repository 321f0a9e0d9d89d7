import { randomUUID } from 'node:crypto';
import { photogrammetryLimits, type PhotogrammetryOutput } from '@eyrie/domain';
import { EngineRefuses, EngineSilent } from './engine-http.ts';
import { failTask } from './photogrammetry-end.ts';
import { dateAfter, publishTask, shares, type FollowDeps } from './photogrammetry.deps.ts';
import {
  keepTask,
  outputsOf,
  photosByOid,
  restTask,
  type ClaimedTask,
  type WantedOutput,
} from './photogrammetry.store.ts';

const bounds = photogrammetryLimits;

/** Paths of what the engine makes, as ODM lays them into the folder of a task. */
export const pathsOf: Readonly<Record<PhotogrammetryOutput, string>> = {
  orthophoto: 'odm_orthophoto/odm_orthophoto.tif',
  model: '3d_tiles/model',
  cloud: 'odm_georeferencing/odm_georeferenced_model.laz',
};

const optionsOf = (outputs: readonly WantedOutput[]): Record<string, unknown> => {
  const wants = (one: PhotogrammetryOutput): boolean => outputs.some(({ output }) => output === one);
  return {
    ...(wants('model') ? { '3d-tiles': true } : { 'skip-3dmodel': true }),
    ...(wants('orthophoto') ? {} : { 'skip-orthophoto': true }),
  };
};

/** Name of a photo at the engine: each once, in the order of the flight, and no path. */
const photoName = (place: number, name: string): string =>
  `${String(place + 1).padStart(5, '0')}-${name.replaceAll(/[^\w.-]+/g, '_').slice(-80)}`;

const percentOf = (sent: number, { mediaOIDs }: ClaimedTask): number =>
  (shares.sent * sent) / Math.max(1, mediaOIDs.length);

/** Nobody knows whether the engine has a photo, half of it, or none. */
class PhotoInDoubt extends Error {}

/**
 * Sends all photos again, but not for ever, and under another id: what the engine still holds under the first one would
 * lie beside them, because it keeps a second photo of one name as another photo.
 */
async function sendAnew(
  deps: FollowDeps,
  task: ClaimedTask,
  { failure, detail = '' }: { failure: 'engine' | 'lost' | 'silent'; detail?: string },
): Promise<void> {
  if (task.sendings + 1 >= bounds.sendingsMost) return failTask(deps, task, failure, detail);
  await restTask(deps.runtime.db, task, dateAfter(deps, bounds.askEvery), anew(deps, task));
}

const anew = (deps: FollowDeps, task: ClaimedTask) => ({
  engine_uuid: randomUUID(),
  left_uuids: [...task.leftUUIDs, task.engineUUID],
  opened: false,
  sent: 0,
  begun_at: null,
  sendings: task.sendings + 1,
  percent: 0,
  updated_at: dateAfter(deps),
});

/** Ends what the engine may still hold of earlier attempts, before another one takes its place. */
async function removeEarlier({ engine }: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  for (const uuid of task.leftUUIDs)
    await engine.remove(uuid, signal).catch((error: unknown) => {
      // When all is over it is tried again.
      if (!(error instanceof EngineRefuses)) throw error;
    });
}

type StoredObject = NonNullable<Awaited<ReturnType<FollowDeps['objects']['get']>>>;

async function sendOne(
  { engine }: FollowDeps,
  { engineUUID }: ClaimedTask,
  { place, name, stored }: { place: number; name: string; stored: StoredObject },
  signal: AbortSignal,
): Promise<void> {
  const { stream, info } = stored;
  try {
    await engine.send(engineUUID, { name: photoName(place, name), size: info.size, stream }, signal);
  } catch (error) {
    if (signal.aborted || error instanceof EngineSilent)
      throw new PhotoInDoubt('a photo broke off', { cause: error });
    throw error;
  } finally {
    stream.destroy();
  }
}

/** Sends some photos, the next ones of a flight. @returns how many of all are behind */
async function sendSome(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<number> {
  const { db } = deps.runtime;
  const some = task.mediaOIDs.slice(task.sent, task.sent + bounds.photosAtOnce);
  const photos = await photosByOid(db, some);
  for (const [at, oid] of some.entries()) {
    const place = task.sent + at;
    const photo = photos.get(oid);
    const stored = photo && (await deps.objects.get(photo.objectKey));
    if (photo && stored) await sendOne(deps, task, { place, name: photo.name, stored }, signal);
    await keepTask(db, task, {
      sent: place + 1,
      percent: percentOf(place + 1, task),
      failures: 0,
      until: dateAfter(deps, bounds.claimFor),
      updated_at: dateAfter(deps),
    });
  }
  return task.sent + some.length;
}

/** Lets the engine begin. It is written down before: whether its answer comes or not, it is not asked for a second task. */
async function beginTask(
  deps: FollowDeps,
  task: ClaimedTask,
  outputs: readonly WantedOutput[],
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps.runtime;
  const until = dateAfter(deps, bounds.beginTime + bounds.claimFor);
  await keepTask(db, task, { begun_at: dateAfter(deps), until });
  await deps.engine.begin(task.engineUUID, signal);
  const at = dateAfter(deps);
  await restTask(db, task, dateAfter(deps, bounds.askEvery), {
    state: 'running',
    percent: shares.sent,
    failures: 0,
    updated_at: at,
  });
  publishTask(deps, task, { state: 'running', percent: shares.sent }, outputs);
}

/** Goes on with sending the photos of a task. What the engine has already is not sent to it again. */
export async function sendTurn(deps: FollowDeps, task: ClaimedTask, signal: AbortSignal): Promise<void> {
  const { db } = deps.runtime;
  const { engineUUID, begunAt } = task;
  if (await deps.engine.task(engineUUID, signal))
    return restTask(db, task, dateAfter(deps), { state: 'running', percent: shares.sent, failures: 0 });
  if (begunAt !== null) {
    // It may still be laying the photos where it computes: until then it does not know the task.
    if (dateAfter(deps, -bounds.beginTime) < begunAt)
      return restTask(db, task, dateAfter(deps, bounds.askEvery));
    return sendAnew(deps, task, { failure: 'lost' });
  }
  if (task.opened && task.interrupted) return sendAnew(deps, task, { failure: 'silent' });
  const outputs = await outputsOf(db, task.oid);
  const wanted = outputs.filter(({ made }) => !made);
  if (!task.opened) {
    await removeEarlier(deps, task, signal);
    const paths = wanted.map(({ output }) => pathsOf[output]);
    const options = optionsOf(wanted);
    await deps.engine.open(engineUUID, { name: task.name, options, outputs: paths }, signal);
    await keepTask(db, task, { opened: true, sent: 0, state: 'sending', updated_at: dateAfter(deps) });
    publishTask(deps, task, { state: 'running', percent: 0 }, outputs);
  }
  try {
    const sent = await sendSome(deps, task, signal);
    publishTask(deps, task, { state: 'running', percent: percentOf(sent, task) }, outputs);
    if (sent < task.mediaOIDs.length) return await restTask(db, task, dateAfter(deps));
    if ((await photosByOid(db, task.mediaOIDs)).size === 0) return await failTask(deps, task, 'photosGone');
    await beginTask(deps, task, outputs, signal);
  } catch (error) {
    if (error instanceof EngineRefuses)
      return await sendAnew(deps, task, { failure: 'engine', detail: error.message });
    if (!(error instanceof PhotoInDoubt)) throw error;
    // A server that stops is no fault of the engine.
    const { sendings } = task;
    if (signal.aborted) return await restTask(db, task, dateAfter(deps), { ...anew(deps, task), sendings });
    await sendAnew(deps, task, { failure: 'silent' });
  }
}
