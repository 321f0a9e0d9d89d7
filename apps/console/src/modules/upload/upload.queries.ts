import { CallRefused, CallUnreachable } from '@eyrie/client';
import { contentKind, limits, uploadCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';
import type { Hasher } from './hasher.ts';
import { sendFile, type Line } from './send-file.ts';
import type { UploadWork } from './upload-list.ts';

export const unfinishedKey = ['upload', 'unfinished'] as const;

/** Own uploads of results that are not finished. */
export const useUnfinished = (enabled: boolean) =>
  useQuery({
    queryKey: unfinishedKey,
    enabled,
    queryFn: async ({ signal }) => {
      const { list } = await call(uploadCalls.unfinished, {}, { signal, toast: false });
      return list.filter(({ purpose }) => purpose === 'media');
    },
  });

/** What is no file of results by its content: known before anything is hashed or sent. */
export class WrongKind extends Error {
  override readonly name = 'WrongKind';
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Of another try, of another server, or of parts that arrived after all: the next look at the state says what is so. */
const passing: readonly (string | null)[] = ['tooManyRequests', 'uploadOverlap', 'uploadIncomplete'];
const passes = (error: unknown): boolean =>
  error instanceof CallUnreachable ||
  (error instanceof CallRefused && (error.status >= 500 || passing.includes(error.reason)));

const lineOf = (file: File, head: string, hash: string, hasher: Hasher): Line => {
  const about = { name: file.name, size: String(file.size), hash };
  return {
    state: (signal) =>
      call(uploadCalls.state, { ...about, purpose: 'media', head }, { signal, toast: false }),
    part: async ({ start, length }, signal) => {
      const bytes = file.slice(start, start + length);
      const sha256 = await hasher.ofPart(bytes, { signal });
      const part = { ...about, offset: String(start), sha256, file: new File([bytes], file.name) };
      return (await call(uploadCalls.chunk, part, { signal, toast: false })).storedOID;
    },
    join: async (signal) => {
      const { storedOID } = await call(uploadCalls.chunk, about, { signal, toast: false });
      if (storedOID === null) throw new CallUnreachable('the file was not put together', null);
      return storedOID;
    },
    passes,
    wait: waited,
    now: () => performance.now(),
  };
};

/** Takes a file to the server: looks at its kind, hashes it, and sends of it what is not there yet. */
export const sendResult = async (hasher: Hasher, file: File, { signal, say }: UploadWork): Promise<void> => {
  const head = new Uint8Array(await file.slice(0, limits.upload.head).arrayBuffer());
  if (contentKind(file.name, head) === null) throw new WrongKind();
  const hash = await hasher.ofFile(file, { signal, onDone: (done) => say({ done }) });
  say({ phase: 'sending', done: 0 });
  await sendFile(file.size, lineOf(file, hex(head), hash, hasher), {
    signal,
    onReceived: (done) => say({ phase: 'sending', done }),
    onWaiting: () => say({ phase: 'waiting' }),
  });
};
