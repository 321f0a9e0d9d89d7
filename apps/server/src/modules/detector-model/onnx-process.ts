/**
 * Lets models of organisations look at photos in a process of its own. The runtime works in a thread of it, so that the process
 * can count what it takes while it works.
 */
import { Worker } from 'node:worker_threads';
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import type { ModelAnswer, ModelOrder, ThreadOrder } from './onnx-order.ts';
import { readPhotoFor } from './picture-tensor.ts';

/** The thread, and who waits for its answer. */
interface Thread {
  worker: Worker;
  waiting: PromiseWithResolvers<ModelAnswer> | null;
}

function begin(): Thread {
  const thread: Thread = {
    worker: new Worker(new URL('./onnx.worker.ts', import.meta.url)),
    waiting: null,
  };
  const ended = (why: unknown): void =>
    thread.waiting?.reject(why instanceof Error ? why : new Error(`the thread ended: ${String(why)}`));
  // They stay: a worker whose listeners are all gone delivers nothing to those that come later.
  thread.worker
    .on('message', (answer: ModelAnswer) => thread.waiting?.resolve(answer))
    .on('error', ended)
    .on('exit', ended);
  return thread;
}

let current: Thread | null = null;

async function ask(order: ThreadOrder): Promise<ModelAnswer> {
  const thread = (current ??= begin());
  const waiting = Promise.withResolvers<ModelAnswer>();
  thread.waiting = waiting;
  thread.worker.postMessage(order);
  let whole = false;
  try {
    const answer = await waiting.promise;
    whole = answer.fault === null;
    return answer;
  } finally {
    thread.waiting = null;
    // The runtime never gives memory back, and one that failed is not known to be whole.
    if (!whole) {
      current = null;
      await thread.worker.terminate();
    }
  }
}

serveJobs<ModelOrder, ModelAnswer>(async (order) => {
  const { manifest, photoPath } = order;
  const photo = photoPath === null ? null : await readPhotoFor(manifest, photoPath);
  if (photoPath !== null && !photo)
    return { fault: 'photoUnreadable', detail: '', boxes: [], picture: null, took: 0 };
  return ask({ ...order, photo });
});
