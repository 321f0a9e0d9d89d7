import { parentPort } from 'node:worker_threads';
import { readRegionFile } from './region-file.ts';

// Anybody with the right to draw regions can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(readRegionFile(bytes));
});
parentPort?.postMessage('ready');
