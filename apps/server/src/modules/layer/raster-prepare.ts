import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cloudFaults, rasterFaults } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { WorkStep } from '../operation/index.ts';
import type { Processing, PublishProcessing } from './layer.deps.ts';
import { failPreparing, finishPreparing, waitingLayer } from './layer-preparing.store.ts';
import { layerPrefix } from './layer.unnamed.store.ts';
import { rasterRefusal } from './raster-fault.ts';
import { cutInProcess, type CutKind } from './raster-child.ts';
import { cloudRefusal } from './cloud/cloud-fault.ts';

export interface PrepareDeps {
  publish: PublishProcessing;
  runtime: Runtime;
  objects: Objects;
  /** Where a file lies while it is cut. */
  dataDir: string;
}

/** Why a file cannot become a layer, as it is kept and shown; null for what may go well another time. */
const lastingFailure = (error: unknown): string | null => {
  if (!(error instanceof Refusal)) return null;
  const known = [...rasterFaults, ...cloudFaults].find((one) => one === error.reason);
  return known ? `${known}: ${error.details.values?.['what']}` : null;
};

/** What is said of a file of each kind that is empty, or of which nothing is left. */
const kinds = {
  raster: {
    topic: 'ortho',
    lost: () => rasterRefusal('layerRaster', '0 B'),
    empty: () => rasterRefusal('layerPixels', 'NoData 100 %'),
  },
  surface: {
    topic: 'ortho',
    lost: () => rasterRefusal('layerRaster', '0 B'),
    empty: () => rasterRefusal('layerPixels', 'NoData 100 %'),
  },
  cloud: {
    topic: 'pointCloud',
    lost: () => cloudRefusal('layerCloud', '0 B'),
    empty: () => cloudRefusal('layerCloud', '0 points'),
  },
} as const;

/**
 * The step that makes the tiles of a GeoTIFF or a point cloud that was sent. It may be begun again at any time: the layer takes the tiles
 * and gives up the file in one transaction, and only once.
 */
export const prepareTiles =
  (kind: CutKind, { runtime, objects, dataDir, publish }: PrepareDeps): WorkStep =>
  async ({ oid: workOID, request, signal, progress }) => {
    const { db, log } = runtime;
    const layerOID = String(request['layerOID']);
    const epsg = typeof request['epsg'] === 'string' ? request['epsg'] : '';
    const { topic, lost, empty } = kinds[kind];
    const now = (): Date => new Date(Math.round(runtime.serverTime()));
    const layer = await waitingLayer(db, layerOID);
    if (!layer) return {};
    const say = (state: Processing['state'], share: number): void =>
      publish(layer, {
        kind: topic,
        jobOID: workOID,
        flightOID: null,
        state,
        percent: Math.floor(share * 100),
        resultOID: layerOID,
      });
    say('running', 0);
    // What an attempt left that was killed lies in the same folder.
    const folder = join(dataDir, 'layer-work', workOID);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const removed = new AbortController();
    const [path, packPath] = [join(folder, 'source'), join(folder, 'tiles')];
    try {
      const source = await objects.get(layer.sourceKey);
      if (!source) throw lost();
      await pipeline(source.stream, createWriteStream(path, { mode: 0o600 }), { signal });
      const onShare = (share: number): void => {
        void progress(share, 'tiles').catch(() => undefined);
        say('running', share);
        void waitingLayer(db, layerOID)
          .then((still) => still ?? removed.abort(new Error('the layer was deleted')))
          .catch(() => undefined);
      };
      const { files, size } = await cutInProcess({
        kind,
        path,
        packPath,
        epsg,
        signal: AbortSignal.any([signal, removed.signal]),
        onShare,
      });
      if (files.length === 0) throw empty();
      const objectKey = `${layerPrefix}${layer.groupRoot}/${runtime.newOid()}`;
      await objects.put(objectKey, createReadStream(packPath), { size });
      const taken =
        !signal.aborted &&
        (await finishPreparing(db, layerOID, layer.sourceKey, { objectKey, size, files, at: now() }));
      if (!taken) await objects.delete(objectKey);
      signal.throwIfAborted();
      say('done', 1);
    } catch (error) {
      const failure = lastingFailure(error);
      if (!removed.signal.aborted) say(signal.aborted ? 'cancelled' : 'failed', 0);
      if (failure !== null) await failPreparing(db, layerOID, failure, now());
      else if (!removed.signal.aborted) throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await objects
      .delete(layer.sourceKey)
      .catch((error: unknown) => log.warn({ err: error, key: layer.sourceKey }, 'object not deleted'));
    return {};
  };
