import { Worker } from 'node:worker_threads';
import type { RefusalReason } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';
import { rasterRefusal } from './raster-fault.ts';
import type { FileColumns } from './layer-columns.ts';

/** The tiles of a GeoTIFF, and the bytes of all of them. */
export interface CutTiles {
  files: FileColumns;
  size: number;
}

export type RasterMessage =
  | { kind: 'share'; share: number }
  | { kind: 'done'; cut: CutTiles }
  | { kind: 'refused'; reason: RefusalReason; what: string };

export interface Cutting {
  /** The GeoTIFF, and the file that the tiles are laid in. */
  path: string;
  packPath: string;
  signal: AbortSignal;
  onShare(share: number): void;
}

/** Of objects that live; pixels lie beside them and are bounded by the limits of the room. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * Cuts a GeoTIFF in a thread of its own, which ends with it.
 * @throws Refusal for a file that cannot become a layer, or that takes too long or too much memory; the reason of the
 *   signal when that fires
 */
export async function cutInThread({ path, packPath, signal, onShare }: Cutting): Promise<CutTiles> {
  const { promise, resolve, reject } = Promise.withResolvers<CutTiles>();
  const script = new URL('./raster.worker.ts', import.meta.url);
  const worker = new Worker(script, { workerData: { path, packPath }, resourceLimits: memory });
  const end = (): void => reject(signal.reason as Error);
  const timer = setTimeout(
    () => reject(rasterRefusal('layerRasterSize', `> ${limits.layer.rasterTime / 60_000} min`)),
    limits.layer.rasterTime,
  );
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  worker.on('message', (message: RasterMessage) => {
    if (message.kind === 'share') onShare(message.share);
    else if (message.kind === 'done') resolve(message.cut);
    else reject(new Refusal(message.reason, { values: { what: message.what } }));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? rasterRefusal('layerRasterSize', 'RAM') : error),
  );
  worker.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
