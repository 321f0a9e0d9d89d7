import { CallRefused, CallUnreachable } from '@eyrie/client';
import { contentKind, layerKind, limits, uploadCalls, type UploadPurpose } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';
import type { Hasher } from './hasher.ts';
import { sendFile, type Line } from './send-file.ts';
import type { UploadItem, UploadWork } from './upload-list.ts';

export const unfinishedKey = ['upload', 'unfinished'] as const;

/** Own uploads that are not finished. */
export const useUnfinished = (enabled: boolean) =>
  useQuery({
    queryKey: unfinishedKey,
    enabled,
    queryFn: async ({ signal }) => (await call(uploadCalls.unfinished, {}, { signal, toast: false })).list,
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

interface Sent {
  file: File;
  purpose: UploadPurpose;
  head: string;
  hash: string;
  /** Code of the system of places of a point cloud that names none, as it stands when the parts are put together. */
  epsg: () => string;
}

/** By which call parts of a file go. */
const partCalls = { media: uploadCalls.chunk, orthophoto: uploadCalls.tifChunk } as const;

const lineOf = ({ file, purpose, head, hash, epsg }: Sent, hasher: Hasher): Line => {
  const chunk = partCalls[purpose];
  const about = { name: file.name, size: String(file.size), hash };
  return {
    state: (signal) => call(uploadCalls.state, { ...about, purpose, head }, { signal, toast: false }),
    part: async ({ start, length }, signal) => {
      const bytes = file.slice(start, start + length);
      const sha256 = await hasher.ofPart(bytes, { signal });
      const part = { ...about, offset: String(start), sha256, file: new File([bytes], file.name) };
      return (await call(chunk, part, { signal, toast: false })).storedOID;
    },
    join: async (signal) => {
      const options = { signal, toast: false };
      const system = epsg() === '' ? {} : { epsg: epsg() };
      const { storedOID } = await (purpose === 'orthophoto'
        ? call(uploadCalls.tifChunk, { ...about, ...system }, options)
        : call(uploadCalls.chunk, about, options));
      if (storedOID === null) throw new CallUnreachable('the file was not put together', null);
      return storedOID;
    },
    passes,
    wait: waited,
    now: () => performance.now(),
  };
};

/** Takes a file to the server: looks at its kind, hashes it, and sends of it what is not there yet. */
export const sendResult = async (
  hasher: Hasher,
  { file, purpose, epsg }: Pick<UploadItem, 'file' | 'purpose'> & Pick<Sent, 'epsg'>,
  { signal, say }: UploadWork,
): Promise<void> => {
  const head = new Uint8Array(await file.slice(0, limits.upload.head).arrayBuffer());
  const kind = purpose === 'orthophoto' ? layerKind(file.name, head) : contentKind(file.name, head);
  if (kind === null) throw new WrongKind();
  const hash = await hasher.ofFile(file, { signal, onDone: (done) => say({ done }) });
  say({ phase: 'sending', done: 0 });
  await sendFile(file.size, lineOf({ file, purpose, head: hex(head), hash, epsg }, hasher), {
    signal,
    onReceived: (done) => say({ phase: 'sending', done }),
    onWaiting: () => say({ phase: 'waiting' }),
  });
};
