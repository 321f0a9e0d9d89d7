import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RefusalReason } from '@eyrie/domain';
import { limits } from '@eyrie/domain/rules';
import { childEnvironment, forkBehind } from '../../platform/child/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { cloudRefusal } from './cloud/cloud-fault.ts';
import { rasterRefusal } from './raster-fault.ts';
import type { FileColumns } from './layer-columns.ts';

/** The tiles of a file, and the bytes of all of them. */
export interface CutTiles {
  files: FileColumns;
  size: number;
}

/** The file that was sent, and the one that the tiles are laid in. */
export interface CutOrder {
  path: string;
  packPath: string;
  /** Code of its system that somebody gave, for point clouds that name none. */
  epsg?: string;
}

export type CutMessage =
  | { kind: 'share'; share: number }
  | { kind: 'done'; cut: CutTiles }
  | { kind: 'refused'; reason: RefusalReason; what: string }
  | { kind: 'failed'; why: string };

/** What is cut, in which process, and what it is called that takes too long or too much memory. */
const kinds = {
  raster: {
    script: './raster-process.ts',
    tooMuch: (what: string) => rasterRefusal('layerRasterSize', what),
  },
  surface: {
    script: './dsm/dsm-process.ts',
    tooMuch: (what: string) => rasterRefusal('layerRasterSize', what),
  },
  cloud: {
    script: './cloud/cloud-process.ts',
    tooMuch: (what: string) => cloudRefusal('layerCloudSize', what),
  },
} as const;
export type CutKind = keyof typeof kinds;

export interface Cutting extends CutOrder {
  kind: CutKind;
  signal: AbortSignal;
  onShare(share: number): void;
}

/** MB of objects that live; pixels and points lie beside them and are bounded by the limits of the room. */
const memory = ['--max-old-space-size=384', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/** Without what stands in the environment of the server for the server alone. */
const open = (script: string) =>
  fork(fileURLToPath(new URL(script, import.meta.url)), [], {
    env: childEnvironment(),
    ...forkBehind(memory),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/**
 * Cuts a file into tiles in a process of its own, which ends with it.
 * @throws Refusal for a file that cannot become a layer, or that takes too long or too much memory; the reason of the
 *   signal when that fires
 */
export async function cutInProcess({ kind, signal, onShare, ...order }: Cutting): Promise<CutTiles> {
  signal.throwIfAborted();
  const { script, tooMuch } = kinds[kind];
  const { promise, resolve, reject } = Promise.withResolvers<CutTiles>();
  const child = open(script);
  const end = (): void => reject(signal.reason as Error);
  const timer = setTimeout(
    () => reject(tooMuch(`> ${limits.layer.rasterTime / 60_000} min`)),
    limits.layer.rasterTime,
  );
  signal.addEventListener('abort', end, { once: true });
  child.on('message', (message: CutMessage) => {
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
        ? tooMuch('RAM')
        : new Error(`the process that cuts it ended with ${by ?? code}`),
    ),
  );
  child.send(order satisfies CutOrder, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}
