import { parentPort } from 'node:worker_threads';
import { limits } from '@eyrie/domain';
import { readVectorFile } from '../../platform/vector-file/index.ts';

const { kmzBytes: fileBytes, shapeBytes: expandedBytes, waypoints: rows } = limits.route;

// Anybody with the right to edit routes can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(readVectorFile(bytes, { fileBytes, expandedBytes, rows }));
});
parentPort?.postMessage('ready');
