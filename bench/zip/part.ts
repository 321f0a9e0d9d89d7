import { Readable } from 'node:stream';
import { zipOf, type ZippedFile } from '../../apps/server/src/platform/archive/zip-stream.ts';
import { answerQuestions } from '../process.ts';

export interface Question {
  files: number;
  /** Bytes of each: a multiple of those that a disk is read by. */
  size: number;
}
export interface Cost {
  ms: number;
  /** Bytes of the zip. */
  length: number;
  /** Most bytes that the process held. */
  memory: number;
}

/** What a stream of a disk reads at once. */
const chunk = 65_536;

/** As a disk is read: each chunk is a buffer of its own. */
async function* film(size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += chunk) yield Buffer.alloc(chunk, at / chunk);
}

const zipped = ({ files, size }: Question): Readable =>
  zipOf(
    Array.from({ length: files }, (_, at): ZippedFile => ({
      name: `DJI_${at}.MP4`,
      size,
      at: new Date(0),
      open: async () => Readable.from(film(size)),
    })),
  );

answerQuestions(async (question: Question): Promise<Cost> => {
  const from = performance.now();
  let length = 0;
  for await (const bytes of zipped(question) as AsyncIterable<Buffer>) length += bytes.length;
  return { ms: performance.now() - from, length, memory: process.resourceUsage().maxRSS * 1_024 };
});
