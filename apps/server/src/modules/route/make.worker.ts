import { parentPort } from 'node:worker_threads';
import { answerMaker } from './made-route.ts';
import { unpackQuestion } from './maker-question.ts';

// Tens of thousands of points are laid out, written and read again; here they do not hold up the server.
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(answerMaker(unpackQuestion(bytes)));
});
parentPort?.postMessage('ready');
