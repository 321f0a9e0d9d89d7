import type { LayerFile } from './layer-columns.ts';
import { fileColumns } from './layer-columns.ts';
import type { CutMessage, CutOrder } from './raster-child.ts';
import { inColumns } from '../../platform/archive/columns.ts';
import { Refusal } from '../../platform/http/refusal.ts';

type Cut = (
  order: CutOrder,
  onShare: (share: number) => void,
) => Promise<{ files: LayerFile[]; size: number }>;

const send = (message: CutMessage): void => {
  // The server may end meanwhile; what was cut is of no use to anybody then.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
};

/** Cuts the one file that the server hands to this process, and says how far it is and what came of it. */
export function serveCutting(cut: Cut): void {
  const work = async (order: CutOrder): Promise<void> => {
    try {
      const { files, size } = await cut(order, (share) => send({ kind: 'share', share }));
      send({ kind: 'done', cut: { files: inColumns(files, fileColumns), size } });
    } catch (error) {
      if (error instanceof Refusal) {
        const what = String(error.details.values?.['what'] ?? '');
        send({ kind: 'refused', reason: error.reason, what });
      } else {
        send({ kind: 'failed', why: String(error) });
      }
    }
  };
  process.on('disconnect', () => process.exit(0));
  // What ends the server reaches the whole group: the server ends this process, so that the work does not count as failed.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.once('message', (order: CutOrder) => void work(order));
}
