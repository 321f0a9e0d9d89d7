/** Cuts one GeoTIFF in a process of its own: what a library for pictures does with a file of others ends nothing else. */
import { Refusal } from '../../platform/http/refusal.ts';
import '../../platform/picture.ts';
import { inColumns } from '../../platform/archive/columns.ts';
import { fileColumns } from './layer-columns.ts';
import type { RasterMessage, RasterOrder } from './raster-child.ts';
import { cutRaster } from './raster-pyramid.ts';

const send = (message: RasterMessage): void => {
  // The server may end meanwhile; what was cut is of no use to anybody then.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
};
const cut = async ({ path, packPath }: RasterOrder): Promise<void> => {
  try {
    const { files, size } = await cutRaster(path, packPath, (share) => send({ kind: 'share', share }));
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
process.once('message', (order: RasterOrder) => void cut(order));
