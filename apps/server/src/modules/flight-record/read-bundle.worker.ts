import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../platform/http/refusal.ts';
import type { BundleAnswer, BundleQuestion } from './check-bundle.ts';
import { readBundle } from './read-bundle.ts';

const { path, publicKey } = workerData as BundleQuestion;

const answer: BundleAnswer = await readBundle(path, publicKey).then(
  (found) => ({ found }),
  (error: unknown) => {
    if (error instanceof Refusal) return { refused: error.reason };
    throw error;
  },
);
parentPort?.postMessage(answer);
