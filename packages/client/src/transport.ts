import { httpLimits } from '@eyrie/domain';
import { CallRefused, CallUnreachable } from './errors.ts';
import type { WireRequest } from './request.ts';
import { correlationHeader, sendWithProgress } from './upload.ts';
import type { WireAnswer } from './upload.ts';

export interface TransportOptions {
  /** The session's token, `null` while nobody is signed in. Asked for each call. */
  token: () => string | null;
  /** Language of messages: `zh-CN`, `en` or `ar`. Asked for each call. */
  language: () => string;
  /** The role through which the product is looked at, `null` for none. Asked for each call. */
  viewAsRole?: () => string | null;
  fetch?: typeof fetch;
  /** Called with each answer what time it is at the server, epoch ms, and between which two moments the call ran. */
  onServerTime?: (serverTime: number, sentAt: number, receivedAt: number) => void;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** How much of an upload has left, 0 to 1. Only for calls that carry a file, only in browsers. */
  onProgress?: (fraction: number) => void;
}

const timeHeader = 'x-server-time';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readAnswer = async (response: Response): Promise<WireAnswer> => ({
  status: response.status,
  text: await response.text(),
  correlationId: response.headers.get(correlationHeader),
});

/** Opens the envelope of an answer; gives `data` of a success. */
function opened(path: string, answer: WireAnswer): unknown {
  const { correlationId } = answer;
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch (cause) {
    throw new CallUnreachable(`no readable answer from ${path}`, answer.status, { cause, correlationId });
  }
  if (!isRecord(body) || typeof body['code'] !== 'number') {
    throw new CallUnreachable(`no readable answer from ${path}`, answer.status, { correlationId });
  }
  const { code, data } = body;
  if (code === 200 && answer.status === 200) return data;
  const reason = isRecord(data) && typeof data['reason'] === 'string' ? data['reason'] : null;
  const message = [body['message'], body['msg']].find((text) => typeof text === 'string') ?? '';
  throw new CallRefused({ status: answer.status, code, message, reason, data });
}

/** What a failed transport means: our own abort stays an `AbortError`, all else is unreachable. */
function transportError(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (cause instanceof CallRefused || cause instanceof CallUnreachable) return cause;
  if (signal?.aborted) return new DOMException('the call was aborted', 'AbortError');
  return new CallUnreachable('Network Error', null, { cause });
}

/** Sends wire requests with the headers of the session. Both functions reject as `Client` says. */
export function createTransport(options: TransportOptions) {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));

  const headersOf = (wire: WireRequest): Record<string, string> => {
    const token = options.token();
    const role = options.viewAsRole?.() ?? null;
    return {
      'Accept-Language': options.language(),
      'X-XSS-Protection': '1; mode=block',
      ...(token === null ? {} : { authToken: token }),
      ...(role === null ? {} : { viewAsRole: role }),
      ...(wire.contentType === null ? {} : { 'Content-Type': wire.contentType }),
    };
  };
  const fetched = async (
    wire: WireRequest,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Response> => {
    const sentAt = performance.now();
    const response = await send(wire.url, {
      method: wire.method,
      headers,
      cache: 'no-store',
      ...(wire.body === null ? {} : { body: wire.body }),
      ...(signal ? { signal } : {}),
    });
    const serverTime = Number(response.headers.get(timeHeader) ?? Number.NaN);
    if (Number.isFinite(serverTime)) options.onServerTime?.(serverTime, sentAt, performance.now());
    return response;
  };

  const answerOf = async (wire: WireRequest, { signal, onProgress }: CallOptions): Promise<WireAnswer> => {
    const headers = headersOf(wire);
    if (wire.body instanceof FormData) {
      if (onProgress && typeof XMLHttpRequest !== 'undefined') {
        return sendWithProgress({ url: wire.url, body: wire.body, headers }, onProgress, signal);
      }
      return readAnswer(await fetched(wire, headers, signal));
    }
    const timeout = AbortSignal.timeout(httpLimits.requestTimeout);
    return readAnswer(await fetched(wire, headers, signal ? AbortSignal.any([signal, timeout]) : timeout));
  };

  return {
    /** `data` of the envelope that came back. */
    async data(path: string, wire: WireRequest, callOptions: CallOptions): Promise<unknown> {
      try {
        return opened(path, await answerOf(wire, callOptions));
      } catch (cause) {
        throw transportError(cause, callOptions.signal);
      }
    },
    /** The bytes that came back; downloads carry the token as bearer. */
    async bytes(path: string, wire: WireRequest, signal: AbortSignal | undefined): Promise<Blob> {
      const { authToken, ...headers } = headersOf(wire);
      if (authToken !== undefined) headers['Authorization'] = `Bearer ${authToken}`;
      try {
        const response = await fetched(wire, headers, signal);
        if (response.status === 200) return await response.blob();
        const answer = await readAnswer(response);
        opened(path, answer);
        throw new CallUnreachable(`no file from ${path}`, answer.status, {
          correlationId: answer.correlationId,
        });
      } catch (cause) {
        throw transportError(cause, signal);
      }
    },
  };
}
