import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { limits, type TilePlace } from '@eyrie/domain';
import type { Unit } from '../../platform/runtime.ts';
import type { ArchiveBytes, ArchiveTile } from './archive-source.ts';
import { PmtilesFault } from './source-fault.ts';

/** A tile that is asked of the thread; it answers on the port, and asks there for parts of the archive. */
export interface ArchiveQuestion {
  key: string;
  place: TilePlace;
  port: MessagePort;
}
export type FromArchives =
  | { kind: 'read'; id: number; offset: number; length: number }
  | { kind: 'tile'; tile: { bytes: Uint8Array<ArrayBuffer>; contentType: string } | null }
  | { kind: 'failed'; fault: string };
export type ArchivePart = { id: number; part: { bytes: Uint8Array; etag?: string } | null };

export interface ArchiveReader extends Unit {
  /** @throws PmtilesFault, and what reading a part throws */
  tile(archive: ArchiveBytes, place: TilePlace): Promise<ArchiveTile>;
}

const memory = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

/** Reads tiles of archives in a thread of its own, which is replaced when an archive is too much for it. */
export function createArchiveReader(): ArchiveReader {
  let worker: Worker | undefined;
  const current = (): Worker => {
    if (worker) return worker;
    const opened = new Worker(new URL('./archive.worker.ts', import.meta.url), { resourceLimits: memory });
    opened.unref();
    // Stays: an error of a thread that nobody listens to would end the whole server.
    opened.on('error', () => undefined);
    opened.on('exit', () => {
      if (worker === opened) worker = undefined;
    });
    worker = opened;
    return opened;
  };

  async function tile(archive: ArchiveBytes, place: TilePlace): Promise<ArchiveTile> {
    const thread = current();
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve, reject } = Promise.withResolvers<ArchiveTile>();
    const ended = (): void => reject(new PmtilesFault('noPmtiles'));
    const timer = setTimeout(() => void thread.terminate(), limits.layer.archiveTime);
    let failure: unknown = null;
    const read = async ({ id, offset, length }: FromArchives & { kind: 'read' }): Promise<void> => {
      const part = await archive.read(offset, length).catch((error: unknown) => {
        failure = error;
        return null;
      });
      port1.postMessage({ id, part } satisfies ArchivePart);
    };
    port1.on('message', (message: FromArchives) => {
      if (message.kind === 'read') void read(message);
      else if (message.kind === 'failed') reject(failure ?? new PmtilesFault(message.fault));
      else if (!message.tile) resolve(null);
      else resolve({ ...message.tile, bytes: Buffer.from(message.tile.bytes.buffer) });
    });
    thread.once('exit', ended);
    thread.postMessage({ key: archive.key, place, port: port2 } satisfies ArchiveQuestion, [port2]);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      thread.off('exit', ended);
      port1.close();
    }
  }

  return {
    name: 'reader of archives',
    start: () => Promise.resolve(),
    stop: async () => void (await worker?.terminate()),
    tile,
  };
}
