import { parentPort } from 'node:worker_threads';
import { stepBehind } from '../../platform/thread-priority.ts';
import type { ArchiveBytes } from './archive-source.ts';
import type { ArchivePart, ArchiveQuestion, FromArchives } from './archive-thread.ts';
import { createArchives } from './pmtiles.ts';
import { PmtilesFault } from './source-fault.ts';

const archives = createArchives();

/** The archive as it is reached through whoever asks. */
const archiveOf = ({ key, port }: ArchiveQuestion): ArchiveBytes => {
  let last = 0;
  const waiting = new Map<number, (part: ArchivePart['part']) => void>();
  port.on('message', ({ id, part }: ArchivePart) => {
    waiting.get(id)?.(part);
    waiting.delete(id);
  });
  return {
    key,
    async read(offset, length) {
      const id = (last += 1);
      const { promise, resolve } = Promise.withResolvers<ArchivePart['part']>();
      waiting.set(id, resolve);
      port.postMessage({ kind: 'read', id, offset, length } satisfies FromArchives);
      const part = await promise;
      // Why it is not there knows whoever was asked.
      if (!part) throw new PmtilesFault('noPmtiles');
      return part;
    },
  };
};

stepBehind();
// Directories of archives are lists of thousands of entries; here they cannot hold up the server.
parentPort?.on('message', (question: ArchiveQuestion) => {
  const { port, place } = question;
  const answer = (message: FromArchives): void => port.postMessage(message);
  archives(archiveOf(question), place).then(
    (tile) => answer({ kind: 'tile', tile: tile && { ...tile, bytes: new Uint8Array(tile.bytes) } }),
    (error: unknown) => {
      if (!(error instanceof PmtilesFault)) throw error;
      answer({ kind: 'failed', fault: error.message });
    },
  );
});
