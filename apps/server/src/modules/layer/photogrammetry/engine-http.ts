import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { photogrammetryLimits } from '@eyrie/domain';

const bounds = photogrammetryLimits;

/** The engine does not answer, or broke off: it may another time. */
export class EngineSilent extends Error {
  override name = 'EngineSilent';
}
/** It does not take our token. */
export class EngineToken extends Error {
  override name = 'EngineToken';
}
/** It refuses, in its own words. */
export class EngineRefuses extends Error {
  override name = 'EngineRefuses';
}
/** It answers what its API does not have. */
export class EngineStrange extends Error {
  override name = 'EngineStrange';
}
/** What it made is larger than is fetched. */
export class ResultTooLarge extends Error {
  override name = 'ResultTooLarge';
}

/** A body of a known length: the engine reads it as it is sent. */
export interface Body {
  type: string;
  length: number;
  bytes: Readable;
}

export interface Asked {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: Body;
  /** ms for the whole answer. */
  within: number;
  /** ms in which something has to come; missing: `within`. */
  silence?: number;
  signal: AbortSignal;
}

export interface EngineAddress {
  /** No slash at the end. */
  url: string;
  token: string | undefined;
}

const multipartHead = (boundary: string, name: string, file: string | null): string => {
  const named = file === null ? '' : `; filename="${file}"\r\nContent-Type: application/octet-stream`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`;
};

/** A form of texts. */
export const formOf = (fields: Readonly<Record<string, string>>): Body => {
  const boundary = `eyrie-${randomBytes(12).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${multipartHead(boundary, name, null)}${value}\r\n`,
  );
  const bytes = Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: bytes.length,
    bytes: Readable.from([bytes]),
  };
};

/** A form of one file. @param name of letters, digits, dots, hyphens and underscores */
export const fileForm = (field: string, file: { name: string; size: number; stream: Readable }): Body => {
  const boundary = `eyrie-${randomBytes(12).toString('hex')}`;
  const head = Buffer.from(multipartHead(boundary, field, file.name));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const parts = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* file.stream as AsyncIterable<Buffer>;
    yield tail;
  };
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    bytes: Readable.from(parts()),
  };
};

/** Names no address: that of the engine carries its token. */
const silent = (path: string, error: unknown): EngineSilent =>
  new EngineSilent(`${path}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300));

/** Asks, and gives back the answer as it begins. It follows no redirect: the engine stands where the operator says. */
const begin = ({ url, token }: EngineAddress, asked: Asked): Promise<IncomingMessage> => {
  const { path, method = 'GET', headers = {}, body, within, silence = within, signal } = asked;
  const address = new URL(`${url}${path}`);
  if (token !== undefined) address.searchParams.set('token', token);
  const ask = address.protocol === 'https:' ? requestHttps : requestHttp;
  const until = AbortSignal.any([signal, AbortSignal.timeout(within)]);
  const sent = body ? { 'content-type': body.type, 'content-length': String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const request = ask(
      address,
      { method, headers: { ...headers, ...sent, accept: '*/*' }, agent: false, signal: until },
      resolve,
    );
    request.setTimeout(silence, () => request.destroy(new Error('timeout')));
    request.on('error', reject);
    if (body) pipeline(body.bytes, request).catch(reject);
    else request.end();
  });
};

const opened = async (address: EngineAddress, asked: Asked): Promise<IncomingMessage> => {
  const answer = await begin(address, asked).catch((error: unknown) => {
    asked.signal.throwIfAborted();
    throw silent(asked.path, error);
  });
  const { statusCode: status = 0 } = answer;
  if (status === 200) return answer;
  answer.destroy();
  if (status === 401 || status === 403) throw new EngineToken(`${asked.path}: ${status}`);
  if (status >= 500 || status === 429) throw new EngineSilent(`${asked.path}: ${status}`);
  throw new EngineStrange(`${asked.path}: ${status}`);
};

/** An answer that refuses. Its words are shown to people, except about the token. */
const refusalOf = (path: string, answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return;
  const words = String(answer.error).slice(0, bounds.detailChars);
  if (/authenticat/i.test(words)) throw new EngineToken(`${path}: token`);
  throw new EngineRefuses(words);
};

const jsonOf = async (path: string, answer: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bounds.answerBytes) throw new EngineStrange(`${path}: > ${bounds.answerBytes} B`);
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineStrange(`${path}: no JSON`);
  }
};

/** @throws EngineSilent, EngineToken, EngineRefuses, EngineStrange */
export const askEngine = async (address: EngineAddress, asked: Asked): Promise<unknown> => {
  const answer = await opened(address, asked);
  const found = await jsonOf(asked.path, answer).catch((error: unknown) => {
    asked.signal.throwIfAborted();
    throw error instanceof EngineStrange ? error : silent(asked.path, error);
  });
  refusalOf(asked.path, found);
  return found;
};

/** Lays a file of the engine on our disk, whole or not at all. @param most bytes @throws as `askEngine`, ResultTooLarge */
export const fetchFile = async (
  address: EngineAddress,
  asked: Asked,
  { path, most, onBytes }: { path: string; most: number; onBytes: (bytes: number) => void },
): Promise<void> => {
  const answer = await opened(address, asked);
  if (/json/i.test(answer.headers['content-type'] ?? '')) {
    refusalOf(asked.path, await jsonOf(asked.path, answer));
    throw new EngineStrange(`${asked.path}: JSON`);
  }
  // A page of something that stands before the engine.
  if (/^text\//i.test(answer.headers['content-type'] ?? '')) {
    answer.destroy();
    throw new EngineStrange(`${asked.path}: text`);
  }
  const promised = Number(answer.headers['content-length'] ?? Number.NaN);
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new ResultTooLarge(String(most)));
      else {
        onBytes(size);
        done(null, chunk);
      }
    },
  });
  try {
    if (promised > most) throw new ResultTooLarge(String(promised));
    await pipeline(answer, counted, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    answer.destroy();
    asked.signal.throwIfAborted();
    const { code } = error as { code?: unknown };
    // Of the own disk: another server may have room.
    if (error instanceof ResultTooLarge || code === 'ENOSPC') throw error;
    throw silent(asked.path, error);
  }
  if (!answer.complete || (!Number.isNaN(promised) && size !== promised))
    throw new EngineSilent(`${asked.path}: ${size} of ${promised} B`);
};
