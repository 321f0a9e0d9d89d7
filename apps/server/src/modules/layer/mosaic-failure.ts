import { mosaicLimits } from '@eyrie/domain';
import { JobFailed, type Jobs } from '../../platform/child/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { MosaicDrawn, MosaicOrder } from './mosaic-draw.ts';
import { recordPhotos, restMosaic, type ClaimedMosaic, type LaidPhoto } from './mosaic.store.ts';

/** The photos could not be drawn, which is not for want of a store or of a processor. */
class DrawingFailed extends Error {
  readonly photos: readonly LaidPhoto[];
  constructor(photos: readonly LaidPhoto[], cause: unknown) {
    super('photos could not be drawn', { cause });
    this.photos = photos;
  }
}

/** Draws in the process for it. @throws a failure of the photos as such, one of the machine as it is */
export const drawnOf = async (
  jobs: Pick<Jobs<MosaicOrder, MosaicDrawn>, 'run'>,
  order: MosaicOrder,
  photos: readonly LaidPhoto[],
  signal: AbortSignal,
): Promise<MosaicDrawn> => {
  try {
    return await jobs.run(order, signal);
  } catch (error) {
    const isOfMachine = error instanceof JobFailed && (error.why === 'unready' || error.why === 'starved');
    throw signal.aborted || isOfMachine ? error : new DrawingFailed(photos, error);
  }
};

/** After a failure fewer photos are drawn, and later; one that fails alone is left out, and the map goes on without it. */
export async function afterFailure(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  mosaic: ClaimedMosaic,
  error: unknown,
): Promise<void> {
  const after = (ms: number): Date => new Date(Math.round(serverTime()) + ms);
  const { flightOID, attempts } = mosaic;
  const { workFor, failedPause, failuresMost } = mosaicLimits;
  if (!(error instanceof DrawingFailed))
    return restMosaic(db, flightOID, { until: after(workFor), attempts });
  const isEnd = attempts >= failuresMost;
  await db.transaction().execute(async (trx) => {
    const left = error.photos.map(({ oid, thumbnailKey }) => ({
      oid,
      thumbnailKey,
      fault: 'notDrawn' as const,
    }));
    if (isEnd) await recordPhotos(trx, flightOID, [], left);
    await restMosaic(trx, flightOID, {
      until: after(isEnd ? 0 : failedPause * 2 ** attempts),
      attempts: isEnd ? failuresMost - 1 : attempts + 1,
    });
  });
}
