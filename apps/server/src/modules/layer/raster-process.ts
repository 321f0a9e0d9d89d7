import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../platform/http/refusal.ts';
import '../../platform/picture.ts';
import type { RasterMessage } from './raster-thread.ts';
import { inColumns } from '../../platform/archive/columns.ts';
import { stepBehind } from '../../platform/thread-priority.ts';
import { fileColumns } from './layer-columns.ts';
import { cutRaster } from './raster-pyramid.ts';

// Cutting takes minutes of one core; here it cannot hold up the server.
stepBehind();
const { path, packPath } = workerData as { path: string; packPath: string };
const send = (message: RasterMessage): void => parentPort?.postMessage(message);
try {
  const { files, size } = await cutRaster(path, packPath, (share) => send({ kind: 'share', share }));
  send({ kind: 'done', cut: { files: inColumns(files, fileColumns), size } });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  const what = String(error.details.values?.['what'] ?? '');
  send({ kind: 'refused', reason: error.reason, what });
}
