import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../../platform/file-parser.ts';
import { stepBehind } from '../../../platform/thread-priority.ts';
import { unpackResult, type UnpackQuestion } from './result-unpack.ts';

stepBehind();
parentPort?.on('message', ({ about }: FileWith) => {
  unpackResult(JSON.parse(about) as UnpackQuestion).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      // It ends this thread, which whoever waits for it notices.
      throw error;
    },
  );
});
parentPort?.postMessage('ready');
