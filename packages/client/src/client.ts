import { limits } from '@eyrie/domain';
import type { CallDeclaration, RequestOf, ResponseOf } from '@eyrie/domain';
import { CallRefused, CallUnreachable, CallUnreadable } from './errors.ts';
import { newKey } from './key.ts';
import { wireRequest } from './request.ts';
import type { WireRequest } from './request.ts';
import { sendWithProgress } from './upload.ts';
import type { WireAnswer } from './upload.ts';

export interface ClientOptions {
  /** Where the server stands, such as `http://127.0.0.1:8080`; empty for the origin of the page. */
  baseUrl: string;
  /** The session's token, `null` while nobody is signed in. Asked for each call. */
  token: () => string | null;
  /** Language of messages: `zh-CN`, `en` or `ar`. Asked for each call. */
  language: () => string;
  fetch?: typeof fetch;
  /** Told when the first of several calls leaves and when the last one is back. */
  onBusy?: (busy: boolean) => void;
  /** Source of idempotency keys; the default makes random UUIDs. */
  newKey?: () => string;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** How much of an upload has left, 0 to 1. Only for calls that carry a file, only in browsers. */
  onProgress?: (fraction: number) => void;
}

/** Request of a call; calls that upload take the bytes as `file` (of a `File` its name is sent along). */
export type CallRequest<C> = RequestOf<C> & { file?: Blob };

export interface Client {
  /**
   * Makes a declared call and gives its checked `data`. Rejects with `CallRefused` (the server said no),
   * `CallUnreachable` (no answer), `CallUnreadable` (wrong shape) or an `AbortError` (our own signal).
   */
  call<C extends CallDeclaration>(
    declaration: C,
    request: CallRequest<C>,
    options?: CallOptions,
  ): Promise<ResponseOf<C>>;
  /** Makes a call that answers bytes. Rejects as `call` does. */
  download<C extends CallDeclaration>(
    declaration: C,
    request: RequestOf<C>,
    options?: { signal?: AbortSignal },
  ): Promise<Blob>;
  /** A fresh idempotency key: one per intention, the same again when that intention is repeated. */
  newKey(): string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Opens the envelope of an answer; gives `data` of a success. */
function opened(path: string, answer: WireAnswer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch (cause) {
    throw new CallUnreachable(`no readable answer from ${path}`, answer.status, { cause });
  }
  if (!isRecord(body) || typeof body['code'] !== 'number') {
    throw new CallUnreachable(`no readable answer from ${path}`, answer.status);
  }
  const { code, data } = body;
  if (code === 200 && answer.status === 200) return data;
  const reason = isRecord(data) && typeof data['reason'] === 'string' ? data['reason'] : null;
  const message = [body['message'], body['msg']].find((text) => typeof text === 'string') ?? '';
  throw new CallRefused({ status: answer.status, code, message: message as string, reason, data });
}

/** Counts calls under way and tells the edges. */
function busyCounter(onBusy: ((busy: boolean) => void) | undefined) {
  let count = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (count++ === 0) onBusy?.(true);
    try {
      return await work();
    } finally {
      if (--count === 0) onBusy?.(false);
    }
  };
}

/** What a failed transport means: our own abort stays an `AbortError`, all else is unreachable. */
function transportError(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (cause instanceof CallUnreachable) return cause;
  if (signal?.aborted) return new DOMException('the call was aborted', 'AbortError');
  return new CallUnreachable('Network Error', null, { cause });
}

/** Makes the typed client of every call that `domain` declares. Keeps nothing but the count of calls under way. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  const busy = busyCounter(options.onBusy);

  const headersOf = (wire: WireRequest): Record<string, string> => {
    const token = options.token();
    return {
      'Accept-Language': options.language(),
      'X-XSS-Protection': '1; mode=block',
      ...(token === null ? {} : { authToken: token }),
      ...(wire.contentType === null ? {} : { 'Content-Type': wire.contentType }),
    };
  };
  const fetched = (wire: WireRequest, headers: Record<string, string>, signal: AbortSignal | undefined) =>
    send(wire.url, {
      method: wire.method,
      headers,
      cache: 'no-store',
      ...(wire.body === null ? {} : { body: wire.body }),
      ...(signal ? { signal } : {}),
    });
  const answerOf = async (wire: WireRequest, { signal, onProgress }: CallOptions): Promise<WireAnswer> => {
    const headers = headersOf(wire);
    try {
      if (wire.body instanceof FormData) {
        if (onProgress && typeof XMLHttpRequest !== 'undefined') {
          return await sendWithProgress({ url: wire.url, body: wire.body, headers }, onProgress, signal);
        }
        const response = await fetched(wire, headers, signal);
        return { status: response.status, text: await response.text() };
      }
      const timeout = AbortSignal.timeout(limits.http.requestTimeout);
      const response = await fetched(wire, headers, signal ? AbortSignal.any([signal, timeout]) : timeout);
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw transportError(cause, signal);
    }
  };

  return {
    newKey: options.newKey ?? newKey,
    call: (declaration, request, callOptions = {}) =>
      busy(async () => {
        const wire = wireRequest(options.baseUrl, declaration, request as Record<string, unknown>);
        const data = opened(declaration.path, await answerOf(wire, callOptions));
        const parsed = declaration.response.safeParse(data);
        if (!parsed.success) throw new CallUnreadable(declaration.path, { cause: parsed.error });
        return parsed.data as ResponseOf<typeof declaration>;
      }),
    download: (declaration, request, { signal } = {}) =>
      busy(async () => {
        const wire = wireRequest(options.baseUrl, declaration, request as Record<string, unknown>);
        const { authToken, ...headers } = headersOf(wire);
        if (authToken !== undefined) headers['Authorization'] = `Bearer ${authToken}`;
        try {
          const response = await fetched(wire, headers, signal);
          if (response.status === 200) return await response.blob();
          opened(declaration.path, { status: response.status, text: await response.text() });
          throw new CallUnreachable(`no file from ${declaration.path}`, response.status);
        } catch (cause) {
          throw cause instanceof CallRefused ? cause : transportError(cause, signal);
        }
      }),
  };
}
