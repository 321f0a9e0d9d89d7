import { coversTypes, limits, typesOfModel, type LiveLookFault, type RefusalReason } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { endRunsOf, wantedOf } from '../detection/index.ts';
import { dockIdentities } from '../dock/index.ts';
import { requireLiveRoom } from '../media/index.ts';
import { SameFrame, takeLivePhoto, videoIdOfStream } from '../video/index.ts';
import { createModelFiles, lookAt, sourceOf, type LiveLookDeps, type Turn } from './live-frame.ts';
import {
  claimLook,
  endLooks,
  insertLook,
  modelsOfLook,
  watchedFlights,
  writeTurn,
  type ClaimedLook,
  type LookingModel,
} from './live-look.store.ts';
import { NotNow, TakenOver } from './model-work.ts';

const bound = limits.detectorModel;

/** What is against a picture, by why it is refused; the others are not of the picture. */
const faultOf: Partial<Record<RefusalReason, LiveLookFault>> = {
  // It stopped between two looks: with the next frame it goes on.
  noStream: 'streamStill',
  streamStill: 'streamStill',
  keyFrameOld: 'keyFrameOld',
  streamCoding: 'streamCoding',
  noDecoder: 'noDecoder',
  uploadDepartmentQuota: 'noRoom',
  uploadSpace: 'noRoom',
  // The machine was too busy to decode it.
  tooManyRequests: 'unready',
};

/** Models that are to look at this picture, as many as may, or why none is: they were switched off since, or have failed at it. */
async function modelsFor(
  { runtime: { db } }: LiveLookDeps,
  look: ClaimedLook,
): Promise<{ models: LookingModel[] } | { fault: LiveLookFault }> {
  const wanted = wantedOf(look.arrangement).aiTypes;
  const asked = (await modelsOfLook(db, { oid: look.oid, sourceId: sourceOf(look) })).filter(({ manifest }) =>
    coversTypes(wanted, typesOfModel(manifest)),
  );
  const models = asked.filter(({ hasFailed }) => !hasFailed).slice(0, bound.liveModels);
  if (models.length > 0) return { models };
  return { fault: asked.length > 0 ? 'modelFailed' : 'modelOff' };
}

/**
 * Looks at the last key frame of one picture, once, or writes why not.
 * @returns whether pages show something else then
 * @throws TakenOver, NotNow
 */
async function takeTurn(deps: LiveLookDeps, look: ClaimedLook, turn: Turn): Promise<boolean> {
  const { db } = deps.runtime;
  const write = async (ms: number, fault: LiveLookFault | null): Promise<boolean> =>
    (await writeTurn(db, look, { nextAt: turn.after(ms), fault })) && fault !== look.fault;
  if (look.photos >= bound.livePhotos) return write(bound.againAfter, 'photosFull');
  const found = await modelsFor(deps, look);
  if ('fault' in found) return write(bound.againAfter, found.fault);
  const { models } = found;
  try {
    const [dock] = await dockIdentities(db, [look.dockOID]);
    if (!dock) throw new Refusal('noStream');
    const photo = await takeLivePhoto(deps.runtime, deps, { dock, videoId: look.videoId }, look.frameHash);
    await requireLiveRoom(db, deps.objects, look, photo.bytes.length);
    await lookAt(deps, look, { models, photo, turn });
    return true;
  } catch (error) {
    // The next frame is not there yet.
    if (error instanceof SameFrame) return write(bound.liveTurn, null);
    const fault = error instanceof Refusal ? faultOf[error.reason] : undefined;
    if (fault === undefined) throw error;
    return write(bound.againAfter, fault);
  }
}

/** What models do with live pictures: those of flights in the air are found, and looked at frame after frame. */
export const createLiveLooks = (deps: LiveLookDeps) => {
  const { db, newOid, serverTime, log } = deps.runtime;
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  const files = createModelFiles(deps);
  /** Whether this process looks. Others of its server begin and end as well, and have the same folder: they leave it alone. */
  let looks = false;
  /** @returns whether there was one that was due */
  const lookNext = async (streams: readonly string[], signal: AbortSignal): Promise<boolean> => {
    const claim = { claim: crypto.randomUUID(), now: after(0), until: after(bound.liveClaim) };
    const look = await claimLook(db, streams, claim);
    if (!look) return false;
    try {
      if (await takeTurn(deps, look, { files, after, signal })) deps.changed(look);
    } catch (error) {
      if (error instanceof TakenOver) return true;
      if (signal.aborted) {
        await writeTurn(db, look, { nextAt: after(0), fault: null });
        return false;
      }
      log.warn({ err: error, flight: look.flightOID }, 'a live picture could not be looked at');
      await writeTurn(db, look, { nextAt: after(bound.againAfter), fault: 'unready' });
      deps.changed(look);
      if (!(error instanceof NotNow)) throw error;
    }
    return true;
  };
  return {
    /** Finds pictures of flights in the air that a model is to look at, and ends those of flights that are over. */
    async offer(): Promise<void> {
      const ended = await db.transaction().execute(async (trx) => {
        const over = await endLooks(trx, after(0));
        for (const look of over) {
          const { flightOID, fault } = look;
          await endRunsOf(trx, {
            flightOID,
            sourceId: sourceOf(look),
            message: fault === 'photosFull' ? fault : '',
          });
        }
        return over;
      });
      for (const look of ended) deps.changed(look);
      const streams = await deps.video.streams();
      if (streams.length === 0) return;
      for (const flight of await watchedFlights(db)) {
        const { manifests, arrangement, ...own } = flight;
        const wanted = wantedOf(arrangement).aiTypes;
        const ours = streams.filter((stream) => stream.startsWith(`${own.dockOID}_drone_`));
        if (ours.length === 0 || !manifests.some((one) => coversTypes(wanted, typesOfModel(one)))) continue;
        const [dock] = await dockIdentities(db, [own.dockOID]);
        for (const stream of ours) {
          const videoId = dock ? videoIdOfStream(stream, dock) : null;
          if (videoId === null) continue;
          if (await insertLook(db, { ...own, oid: newOid(), videoId, stream, at: after(0) }))
            deps.changed(own);
        }
      }
    },
    /** Looks at every picture that is due, one after the other: what a server cannot do is due for the others. */
    async work(signal: AbortSignal): Promise<void> {
      // What one that was killed left.
      if (!looks) await files.clear();
      looks = true;
      for (let turns = 0; turns < bound.liveFlights && !signal.aborted; turns += 1) {
        // Asked for each: a server that never comes to the end of what is due would look at no picture that begins meanwhile.
        const streams = await deps.video.streams();
        if (streams.length === 0) {
          if (!files.isEmpty()) await files.clear();
          return;
        }
        if (!(await lookNext(streams, signal))) return;
      }
    },
    /** Removes what it looks with; once it looks no more. */
    clear: async (): Promise<void> => {
      if (looks) await files.clear();
    },
  };
};
