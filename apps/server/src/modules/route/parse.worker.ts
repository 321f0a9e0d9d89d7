import { parentPort } from 'node:worker_threads';
import { parseUpload } from './parsed-route.ts';

// Anybody with the right to edit routes can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(parseUpload(bytes));
});
parentPort?.postMessage('ready');
