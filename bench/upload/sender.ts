/** A browser's side of an upload, by our protocol and by tus. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits, uploadCalls, type UploadPart } from '@eyrie/domain';
import { sendFile } from '../../apps/console/src/modules/upload/send-file.ts';
import { blockHash } from '../../apps/server/src/modules/upload/upload-bytes.ts';
import { answerQuestions } from '../process.ts';
import { filmOf, pieceLength, type Film } from './film.ts';

export interface Question {
  /** `tusParts`: by as many requests as it has pieces. */
  way: 'ours' | 'tus' | 'tusParts';
  url: string;
  token: string;
  /** Bytes, whole pieces. */
  size: number;
}
export interface Sent {
  /** Until the server has the whole file. */
  ms: number;
  /** Before the first byte: its hash, by which it is known again. */
  hashMs: number;
}

const name = 'flight.bin';

const hashOf = ({ size, piece }: Film): string => {
  const blocks = blockHash();
  for (let at = 0; at < size / pieceLength; at += 1) blocks.update(piece(at));
  return blocks.digest();
};

/** By the console's own sender. */
async function ours({ url, token }: Question, film: Film, hash: string): Promise<void> {
  const about = { name, size: String(film.size), hash };
  const ask = async <T>(address: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${url}${address}`, { ...init, headers: { authToken: token } });
    const { data, message } = (await response.json()) as { data: T; message: string };
    if (response.status !== 200) throw new Error(`${response.status} ${message}`);
    return data;
  };
  const post = (fields: Record<string, string>, piece: Buffer | null, signal: AbortSignal) => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...about, ...fields })) body.append(field, value);
    if (piece) body.append('file', new Blob([new Uint8Array(piece)]), name);
    return ask<{ storedOID: string | null }>(uploadCalls.chunk.path, { method: 'POST', body, signal });
  };
  const head = film.piece(0).subarray(0, limits.upload.head).toString('hex');
  await sendFile(
    film.size,
    {
      state(signal) {
        const query = new URLSearchParams({ ...about, purpose: 'media', head }).toString();
        const address = `${uploadCalls.state.path}?${query}`;
        return ask<{ storedOID: string | null; parts: UploadPart[] }>(address, { method: 'GET', signal });
      },
      async part({ start, length }, signal) {
        if (start % pieceLength !== 0 || length !== pieceLength) throw new Error(`${length} bytes`);
        const piece = film.piece(start / pieceLength);
        const sha256 = createHash('sha256').update(piece).digest('hex');
        return (await post({ offset: String(start), sha256 }, piece, signal)).storedOID;
      },
      async join(signal) {
        const { storedOID } = await post({}, null, signal);
        if (storedOID === null) throw new Error('the file was not put together');
        return storedOID;
      },
      // What is tried again would be measured as the speed.
      passes: () => false,
      wait: () => Promise.resolve(),
      now: () => performance.now(),
    },
    { signal: new AbortController().signal, onReceived: () => undefined, onWaiting: () => undefined },
  );
}

/** By one request for so many pieces of the whole file; all of them at once is how its clients send it unless they are set otherwise, and its quickest way. */
async function tus({ url }: Question, film: Film, piecesOfRequest: number): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0' };
  const made = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(film.size) },
  });
  const place = made.headers.get('location');
  if (made.status !== 201 || place === null) throw new Error(`tus: ${made.status}`);
  const count = film.size / pieceLength;
  for (let first = 0; first < count; first += piecesOfRequest) {
    const end = Math.min(count, first + piecesOfRequest);
    const patch = request(new URL(place, url), {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(first * pieceLength),
        'content-type': 'application/offset+octet-stream',
        'content-length': (end - first) * pieceLength,
      },
    });
    const answered = once(patch, 'response');
    const bytes = function* (): Generator<Buffer> {
      for (let at = first; at < end; at += 1) yield Buffer.from(film.piece(at));
    };
    await pipeline(Readable.from(bytes()), patch);
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    if (response.statusCode !== 204 || response.headers['upload-offset'] !== String(end * pieceLength))
      throw new Error(`tus: ${response.statusCode} after ${String(response.headers['upload-offset'])}`);
    await once(response, 'close');
  }
}

answerQuestions(async (question: Question): Promise<Sent> => {
  const film = filmOf(question.size);
  const from = performance.now();
  const hash = question.way === 'ours' ? hashOf(film) : '';
  const began = performance.now();
  if (question.way === 'ours') await ours(question, film, hash);
  else await tus(question, film, question.way === 'tus' ? film.size / pieceLength : 1);
  return { ms: performance.now() - began, hashMs: began - from };
});
