import { parentPort } from 'node:worker_threads';
import { limits } from '@eyrie/domain';
import type { FileWith } from '../../platform/file-parser.ts';
import { readVectorFile } from '../../platform/vector-file/index.ts';
import type { ShapesAnswer, ShapesQuestion } from './route-parser.ts';
import { planOfShapes } from './shape-plan.ts';

const { kmzBytes: fileBytes, shapeBytes: expandedBytes, waypoints } = limits.route;

const answerOf = ({ bytes, about }: FileWith): ShapesAnswer => {
  const { rows, ...wanted } = JSON.parse(about) as ShapesQuestion;
  const read = rows
    ? { ok: true as const, rows }
    : readVectorFile(bytes, { fileBytes, expandedBytes, rows: waypoints });
  if (!read.ok) return { ok: false, detail: read.detail };
  return { ok: true, file: planOfShapes(read.rows, { ...wanted, heightMode: wanted.heightMode }) };
};

// Anybody with the right to edit routes can hand in any bytes; here they cannot hold up the server.
parentPort?.on('message', (file: FileWith) => {
  parentPort?.postMessage(answerOf(file));
});
parentPort?.postMessage('ready');
