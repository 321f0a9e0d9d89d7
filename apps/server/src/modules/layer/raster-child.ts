import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RefusalReason } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import { childEnvironment, forkBehind } from '../../platform/child/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rasterRefusal } from './raster-fault.ts';
import type { FileColumns } from './layer-columns.ts';

/** The tiles of a GeoTIFF, and the bytes of all of them. */
export interface CutTiles {
  files: FileColumns;
  size: number;
}

/** The GeoTIFF, and the file that the tiles are laid in. */
export interface RasterOrder {
  path: string;
  packPath: string;
}

export type RasterMessage =
  | { kind: 'share'; share: number }
  | { kind: 'done'; cut: CutTiles }
  | { kind: 'refused'; reason: RefusalReason; what: string }
  | { kind: 'failed'; why: string };

export interface Cutting extends RasterOrder {
  signal: AbortSignal;
  onShare(share: number): void;
}

/** MB of objects that live; pixels lie beside them and are bounded by the limits of the room. */
const memory = ['--max-old-space-size=256', '--max-semi-space-size=16'];

/** Without what stands in the environment of the server for the server alone. */
const open = () =>
  fork(fileURLToPath(new URL('./raster-process.ts', import.meta.url)), [], {
    env: childEnvironment(),
    ...forkBehind(memory),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/**
 * Cuts a GeoTIFF in a process of its own, which ends with it.
 * @throws Refusal for a file that cannot become a layer, or that takes too long or too much memory; the reason of the
 *   signal when that fires
 */
export async function cutInProcess({ path, packPath, signal, onShare }: Cutting): Promise<CutTiles> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<CutTiles>();
  const child = open();
  const end = (): void => reject(signal.reason as Error);
  const timer = setTimeout(
    () => reject(rasterRefusal('layerRasterSize', `> ${limits.layer.rasterTime / 60_000} min`)),
    limits.layer.rasterTime,
  );
  signal.addEventListener('abort', end, { once: true });
  child.on('message', (message: RasterMessage) => {
    if (message.kind === 'share') onShare(message.share);
    else if (message.kind === 'done') resolve(message.cut);
    else if (message.kind === 'refused')
      reject(new Refusal(message.reason, { values: { what: message.what } }));
    else reject(new Error(message.why));
  });
  child.on('error', reject);
  // Node aborts when the memory of its objects is used up.
  child.on('exit', (code, by) =>
    reject(
      by === 'SIGABRT' || code === 134
        ? rasterRefusal('layerRasterSize', 'RAM')
        : new Error(`the process that cuts it ended with ${by ?? code}`),
    ),
  );
  child.send({ path, packPath } satisfies RasterOrder, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}
