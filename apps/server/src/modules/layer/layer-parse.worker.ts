import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../platform/file-parser.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ParsedVectors } from './layer-threads.ts';
import { readVectors } from './vector.ts';

const parsed = ({ bytes, about }: FileWith): ParsedVectors => {
  try {
    return { ok: true, ...readVectors(bytes, about) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, reason: error.reason, values: error.details.values ?? {} };
  }
};

// Who may edit layers can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (file: FileWith) => {
  parentPort?.postMessage(parsed(file));
});
parentPort?.postMessage('ready');
