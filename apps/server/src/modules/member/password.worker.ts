import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { stepBehind } from '../../platform/thread-priority.ts';

export interface HashQuestion {
  id: number;
  parameters: Argon2Parameters;
}
export type HashAnswer = { id: number; tag: Uint8Array } | { id: number; fault: string };

/** A third of what the loop of orders has of a busy core: further behind nobody would be signed in on a busy machine. */
const behind = 5;
stepBehind(behind);

parentPort?.on('message', ({ id, parameters }: HashQuestion) => {
  let answer: HashAnswer;
  try {
    answer = { id, tag: argon2Sync('argon2id', parameters) };
  } catch (error) {
    answer = { id, fault: String(error) };
  }
  parentPort?.postMessage(answer);
});
