import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../../platform/file-parser.ts';
import { answerSurface } from './surface-answer.ts';

// Millions of triangles are drawn from above here; orders to docks pass elsewhere meanwhile.
parentPort?.on('message', (file: FileWith) => {
  parentPort?.postMessage(answerSurface(file));
});
parentPort?.postMessage('ready');
