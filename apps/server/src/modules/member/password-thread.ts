import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashQuestion } from './password.worker.ts';

interface Waiting {
  resolve(tag: Buffer): void;
  reject(error: Error): void;
}

/**
 * Derives argon2id tags in one thread, so that whoever guesses passwords takes one core at most: in the pool of the event
 * loop two at once would take two, and hold up what else waits there. It is opened when it is first asked, and again after
 * its end.
 */
export const createHashThread = (): ((parameters: Argon2Parameters) => Promise<Buffer>) => {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  const open = (): Worker => {
    const opened = new Worker(new URL('./password.worker.ts', import.meta.url));
    opened.on('message', (answer: HashAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      // An idle thread keeps no process alive.
      if (waiting.size === 0) opened.unref();
      if ('tag' in answer) asked?.resolve(Buffer.from(answer.tag));
      else asked?.reject(new Error(answer.fault));
    });
    // Stays: an error of a thread that nobody listens to would end the whole server.
    opened.on('error', () => undefined);
    opened.on('exit', () => {
      if (worker === opened) worker = undefined;
      for (const { reject } of waiting.values()) reject(new Error('the thread that hashes passwords ended'));
      waiting.clear();
    });
    return opened;
  };

  return (parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker ??= open();
      worker.ref();
      worker.postMessage({ id: last, parameters } satisfies HashQuestion);
    });
};
