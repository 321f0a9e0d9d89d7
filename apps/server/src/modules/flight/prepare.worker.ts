import { parentPort } from 'node:worker_threads';
import { answerPrepare } from './flight.prepare.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(answerPrepare(bytes));
});
parentPort?.postMessage('ready');
