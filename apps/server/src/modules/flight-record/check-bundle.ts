import { Worker } from 'node:worker_threads';
import type { RefusalReason } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { BundleFault, BundleManifest } from './bundle-manifest.ts';

export interface BundleQuestion {
  path: string;
  publicKey: string;
}
type Found = BundleFault | { fault: null; manifest: BundleManifest };
export type BundleAnswer = { found: Found } | { refused: RefusalReason };

const script = new URL('./read-bundle.worker.ts', import.meta.url);
/** MB of JavaScript objects: a zip of others may promise anything. */
const heap = 300;

/**
 * Reads a bundle of a flight in a thread of its own, one piece of one file at a time, and says whether it is what was
 * signed.
 * @throws Refusal `fileFormat`, `zipUnsafe` when it is no zip that can be trusted to be read
 */
export async function checkBundle(path: string, publicKey: string): Promise<Found> {
  const { promise, resolve, reject } = Promise.withResolvers<BundleAnswer>();
  const question: BundleQuestion = { path, publicKey };
  const thread = new Worker(script, {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('the thread ended without an answer')));
  const answer = await promise;
  if ('refused' in answer) throw new Refusal(answer.refused);
  return answer.found;
}
