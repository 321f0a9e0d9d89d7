import { limits } from '@eyrie/domain';
import type { HashAnswer, HashAsked } from './hash.worker.ts';

/** The file cannot be read any more: it was changed, moved or deleted since it was chosen. */
export class FileUnread extends Error {
  override readonly name = 'FileUnread';
}

interface Asker {
  onDone: (bytes: number) => void;
  resolve: (hash: string) => void;
  reject: (error: unknown) => void;
}

interface HashOptions {
  signal: AbortSignal;
  onDone?: (bytes: number) => void;
}

export interface Hasher {
  /** SHA-256 of the SHA-256s of its blocks, hex: by which a file is known. */
  ofFile: (file: Blob, options: HashOptions) => Promise<string>;
  /** SHA-256, hex. */
  ofPart: (part: Blob, options: HashOptions) => Promise<string>;
  end: () => void;
}

/** Hashes beside the page. Both functions reject with `FileUnread` where the bytes cannot be read. */
export const openHasher = (): Hasher => {
  const worker = new Worker(new URL('hash.worker.ts', import.meta.url), { type: 'module' });
  const askers = new Map<number, Asker>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
    const asker = askers.get(data.number);
    if (!asker) return;
    if ('done' in data) {
      asker.onDone(data.done);
      return;
    }
    askers.delete(data.number);
    if ('hash' in data) asker.resolve(data.hash);
    else asker.reject(new FileUnread());
  });
  worker.addEventListener('error', () => {
    for (const { reject } of askers.values()) reject(new Error('the hashes are not computed'));
    askers.clear();
  });
  const ask = (blob: Blob, block: number | null, { signal, onDone = () => undefined }: HashOptions) =>
    new Promise<string>((resolve, reject) => {
      signal.throwIfAborted();
      last += 1;
      const number = last;
      const send = (asked: HashAsked): void => worker.postMessage(asked);
      askers.set(number, { onDone, resolve, reject });
      const stop = (): void => {
        if (!askers.delete(number)) return;
        send({ number, ended: true });
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      send({ number, blob, block });
    });
  return {
    ofFile: (file, options) => ask(file, limits.upload.block, options),
    ofPart: (part, options) => ask(part, null, options),
    end: () => worker.terminate(),
  };
};
