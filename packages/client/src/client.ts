import { mayRepeat, type CallDeclaration, type RequestOf, type ResponseOf } from '@eyrie/domain';
import { readAnswer, unreadable, type AnswerShape } from './answer.ts';
import { CallUnreachable, CallUnreadable } from './errors.ts';
import { newKey } from './key.ts';
import { wireRequest } from './request.ts';
import { createTransport } from './transport.ts';
import type { CallOptions, TransportOptions } from './transport.ts';

export interface ClientOptions extends TransportOptions {
  /** Where the server stands, such as `http://127.0.0.1:8080`; empty for the origin of the page. */
  baseUrl: string;
  /** Called when the first of several calls leaves and when the last one is back. */
  onBusy?: (busy: boolean) => void;
  /** Source of idempotency keys; the default makes random UUIDs. */
  newKey?: () => string;
}

/** What is printed of a declaration for those who make its call without it. */
export type PrintedCall = CallFacts & { answer: AnswerShape };
type CallFacts = Pick<CallDeclaration, 'method' | 'path' | 'effect'>;

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
  /** Makes a call whose answer is checked without its declaration. Rejects as `call` does. */
  callPrinted(printed: PrintedCall, request: object, options?: CallOptions): Promise<unknown>;
  /** Makes a call that answers bytes. Rejects as `call` does. */
  download<C extends CallDeclaration>(
    declaration: C,
    request: RequestOf<C>,
    options?: { signal?: AbortSignal },
  ): Promise<Blob>;
  /** A fresh idempotency key: one per intention, the same again when that intention is repeated. */
  newKey(): string;
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

/** Says of a call that no answer came to whether it may be sent again. */
const withRepeat = async <T>(declaration: CallFacts, answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallUnreachable) error.mayRepeat = mayRepeat(declaration);
    throw error;
  }
};

/** Makes the typed client of every call that `domain` declares. Keeps nothing but the count of calls under way. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const busy = busyCounter(options.onBusy);
  return {
    newKey: options.newKey ?? newKey,
    call: (declaration, request, callOptions = {}) =>
      busy(async () => {
        const wire = wireRequest(options.baseUrl, declaration, request);
        const parsed = declaration.response.safeParse(
          await withRepeat(declaration, transport.data(declaration.path, wire, callOptions)),
        );
        if (!parsed.success) throw new CallUnreadable(declaration.path, { cause: parsed.error });
        return parsed.data as ResponseOf<typeof declaration>;
      }),
    callPrinted: (printed, request, callOptions = {}) =>
      busy(async () => {
        const wire = wireRequest(options.baseUrl, printed, request);
        const data = await withRepeat(printed, transport.data(printed.path, wire, callOptions));
        const read = readAnswer(printed.answer, data);
        if (read === unreadable) throw new CallUnreadable(printed.path);
        return read;
      }),
    download: (declaration, request, { signal } = {}) =>
      busy(() =>
        withRepeat(
          declaration,
          transport.bytes(
            declaration.path,
            wireRequest(options.baseUrl, declaration, request as object),
            signal,
          ),
        ),
      ),
  };
}
