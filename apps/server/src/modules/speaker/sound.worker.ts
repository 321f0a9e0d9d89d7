import { parentPort } from 'node:worker_threads';
import { decodeSound } from './sound-decoder.ts';

// Anybody with the right to add sounds can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (bytes: Uint8Array) => {
  void decodeSound(bytes).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
