import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../platform/file-parser.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { stepBehind } from '../../platform/thread-priority.ts';
import { packFile, type PackQuestion } from './layer-pack.ts';
import type { PackAnswer } from './layer-threads.ts';

const packed = async ({ about }: FileWith): Promise<PackAnswer> => {
  try {
    return { ok: true, ...(await packFile(JSON.parse(about) as PackQuestion)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, reason: error.reason, values: error.details.values ?? {} };
  }
};

stepBehind();
parentPort?.on('message', (file: FileWith) => {
  packed(file).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      // Heard by whoever waits for it as the end of this thread.
      throw error;
    },
  );
});
parentPort?.postMessage('ready');
