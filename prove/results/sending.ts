/** A file on its way as the console sends it, by the console's own sender, over a network whose bytes are counted. */
import { sendFile } from '../../apps/console/src/modules/upload/send-file.ts';
import { bytesIn, limits, uploadCalls, type UploadPart, type UploadPurpose } from '@eyrie/domain';
import { blockHash } from '../../apps/server/src/modules/upload/upload-bytes.ts';
import { delay, sha256, type Place } from './place.ts';

export interface Sending {
  name: string;
  bytes: Buffer;
  purpose: UploadPurpose;
}

const hashOf = (bytes: Buffer): string => {
  const blocks = blockHash();
  blocks.update(bytes);
  return blocks.digest();
};

/** What a file is refused for, for good. */
class Refused extends Error {}
const passing: readonly unknown[] = ['tooManyRequests', 'uploadOverlap', 'uploadIncomplete'];

/** @param onAsked told what has arrived, bytes, each time that is asked @returns the oid of what became of it */
export const send = async (
  place: Pick<Place, 'url' | 'token'>,
  { name, bytes, purpose }: Sending,
  onAsked: (received: number) => void = () => undefined,
): Promise<string> => {
  const about = { name, size: String(bytes.length), hash: hashOf(bytes) };
  const path = (purpose === 'media' ? uploadCalls.chunk : uploadCalls.tifChunk).path;
  const ask = async <T>(address: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${place.url}${address}`, {
      ...init,
      headers: { authToken: place.token, 'accept-language': 'en' },
    });
    const { data, message } = (await response.json()) as { data: T & { reason?: string }; message: string };
    if (response.status === 200) return data;
    const lasts = response.status < 500 && !passing.includes(data?.reason);
    throw lasts ? new Refused(`${response.status} ${message}`) : new Error(`${response.status} ${message}`);
  };
  const post = (fields: Record<string, string>, piece: Buffer | null, signal: AbortSignal) => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...about, ...fields })) body.append(field, value);
    if (piece) body.append('file', new Blob([new Uint8Array(piece)]), name);
    return ask<{ storedOID: string | null }>(path, { method: 'POST', body, signal });
  };
  const head = bytes.subarray(0, limits.upload.head).toString('hex');
  return sendFile(
    bytes.length,
    {
      async state(signal) {
        const query = new URLSearchParams({ ...about, purpose, head }).toString();
        const found = await ask<{ storedOID: string | null; parts: UploadPart[] }>(
          `${uploadCalls.state.path}?${query}`,
          { method: 'GET', signal },
        );
        onAsked(bytesIn(found.parts));
        return found;
      },
      async part({ start, length }, signal) {
        const piece = bytes.subarray(start, start + length);
        return (await post({ offset: String(start), sha256: sha256(piece) }, piece, signal)).storedOID;
      },
      async join(signal) {
        const { storedOID } = await post({}, null, signal);
        if (storedOID === null) throw new Error('the file was not put together');
        return storedOID;
      },
      passes: (error) => !(error instanceof Refused),
      // The console waits longer; a proof of fifty cuts has no time for it.
      wait: (ms) => delay(Math.min(ms, 400)),
      now: () => performance.now(),
    },
    { signal: new AbortController().signal, onReceived: () => undefined, onWaiting: () => undefined },
  );
};
