import { parentPort } from 'node:worker_threads';
import type { FileWith } from '../../platform/file-parser.ts';
import { stepBehind } from '../../platform/thread-priority.ts';
import { checkContent, type ContentQuestion } from './remote-content.ts';

stepBehind();
// Whoever has a share of a map can make a source answer; here its answers cannot hold up the server.
type Handed = FileWith & { bytes: Uint8Array<ArrayBuffer> };
parentPort?.on('message', ({ bytes, about }: Handed) => {
  const answer = checkContent(bytes, JSON.parse(about) as ContentQuestion);
  if (!answer.ok) return parentPort?.postMessage(answer);
  // A small buffer lies in a pool with others.
  const own =
    answer.bytes.length === answer.bytes.buffer.byteLength ? answer.bytes : new Uint8Array(answer.bytes);
  parentPort?.postMessage({ ok: true, bytes: own }, [own.buffer]);
});
parentPort?.postMessage('ready');
