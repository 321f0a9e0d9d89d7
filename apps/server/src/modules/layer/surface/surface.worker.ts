import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../../platform/file-parser.ts';
import { answerSurface } from './surface-answer.ts';

// Millions of triangles are drawn from above here; orders to docks pass elsewhere meanwhile.
parentPort?.on('message', (file: FileWith) => {
  // What is thrown ends the thread, which whoever waits is told.
  void answerSurface(file).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
