/** The thread in which the loads live, so that they do not slow down what is measured beside them. */
import { parentPort, workerData } from 'node:worker_threads';
import { stepBehind } from '../../apps/server/src/platform/thread-priority.ts';
import { runLoads, type LoadPlace } from './loads.ts';

const counts: Record<string, number> = {};
let going = true;
// What is still on its way is not waited for.
parentPort?.once('message', () => {
  going = false;
  parentPort?.postMessage(counts);
});
// Whoever brings all this has machines of their own; here they must not take the cores from what is measured.
stepBehind();
await runLoads(workerData as LoadPlace, () => going, counts);
