import {
  CallRefused,
  CallUnreachable,
  createClient,
  type CallOptions,
  type CallRequest,
} from '@eyrie/client';
import type { CallDeclaration, outsideCalls, RequestOf, ResponseOf } from '@eyrie/domain';
import { setBusy } from './busy.ts';
import { shownOf, worded, type FailureMemo } from './failures.ts';
import { currentLanguage, useLanguage } from './language.ts';
import { printedCalls } from './outside-calls.generated.ts';
import { learnServerTime, serverTime } from './server-time.ts';
import { showToast } from './toasts.ts';
import { currentToken } from './token.ts';
import { viewedRole } from './viewed-role.ts';

const client = createClient({
  baseUrl: '',
  token: currentToken,
  language: currentLanguage,
  viewAsRole: () => viewedRole()?.oid ?? null,
  onBusy: setBusy,
  onServerTime: learnServerTime,
});

const memo: FailureMemo = { network: false, notSignedIn: false };

/** A page change makes a network error worth saying again. */
export const forgetNetworkError = (): void => {
  memo.network = false;
};
/** A new session starts with nothing said. */
export const forgetFailures = (): void => {
  memo.network = false;
  memo.notSignedIn = false;
};

const listeners = new Set<(refused: CallRefused) => void>();

/** Called for every refusal of a call that carried a token. Used by the session to notice its end. */
export const onRefused = (listener: (refused: CallRefused) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the toast of a failure by the rules of the error catalogue. For failures that did not come through `call`. */
export const showFailure = (error: unknown): void => {
  const shown = shownOf(error, memo);
  if (shown)
    showToast('error', 'text' in shown ? shown.text : worded(shown, useLanguage.getState().messages));
};

export interface PageCallOptions extends CallOptions {
  /** False where the page shows the failure itself, beside what caused it. */
  toast?: boolean;
  /** The call that ends the session: it goes out although all others are held. */
  last?: boolean;
}

let held: PromiseWithResolvers<never> | null = null;
/**
 * While held, nothing more is asked and no failure arrives, but those of the `last` call: between the end of a session
 * at the server and the page of nobody, pages would ask as somebody who is gone. Then all that was held is given up.
 */
export const holdCalls = (hold: boolean): void => {
  held?.reject(new DOMException('the session was ended', 'AbortError'));
  held = hold ? Promise.withResolvers<never>() : null;
  // Nothing need have been held.
  held?.promise.catch(() => undefined);
};

let before: (() => Promise<void>) | null = null;
/** What is to be done before any call but a `last` one goes out; where it fails, the call fails with it. */
export const beforeCalls = (work: (() => Promise<void>) | null): void => {
  before = work;
};

interface Watch {
  toast?: boolean;
  last?: boolean;
  hadToken?: boolean;
}

const watched = async <T>(
  work: () => Promise<T>,
  { toast = true, last = false, hadToken = currentToken() !== null }: Watch,
): Promise<T> => {
  if (held && !last) return held.promise;
  try {
    if (before && !last) await before();
    return await work();
  } catch (error) {
    if (held && !last) return held.promise;
    if (toast) showFailure(error);
    if (error instanceof CallRefused && hadToken) for (const listener of listeners) listener(error);
    throw error;
  }
};

/**
 * Makes a declared call with the session's token. A failure shows its toast and is thrown on: `CallRefused`,
 * `CallUnreachable`, `CallUnreadable` or an `AbortError`.
 */
export const call = <C extends CallDeclaration>(
  declaration: C,
  request: CallRequest<C>,
  { toast, last, ...options }: PageCallOptions = {},
): Promise<ResponseOf<C>> => watched(() => client.call(declaration, request, options), { toast, last });

type FirstCalls = typeof import('./first-calls.ts');
let firstCalls: Promise<FirstCalls> | null = null;

/** Brings the declarations of the first calls and what checks their answers. What failed to come is asked for again. */
export const loadFirstCalls = (): Promise<FirstCalls> => {
  firstCalls ??= import('./first-calls.ts').catch((cause: unknown) => {
    firstCalls = null;
    throw new CallUnreachable('Network Error', null, { cause });
  });
  return firstCalls;
};

/** Makes a call as `call` does, before whose declaration the sign-in form must stand: it comes in a file of its own. */
export const callFirst = async <Room extends keyof FirstCalls, Name extends keyof FirstCalls[Room]>(
  room: Room,
  name: Name,
  request: CallRequest<FirstCalls[Room][Name]>,
  options: PageCallOptions = {},
): Promise<ResponseOf<FirstCalls[Room][Name]>> => {
  const calls = await watched(loadFirstCalls, { ...options, hadToken: false });
  const declaration = calls[room][name] as FirstCalls[Room][Name] & CallDeclaration;
  return call(declaration, request as CallRequest<typeof declaration>, options);
};

type OutsideCalls = typeof outsideCalls;

/** Makes one of the sign-in page's own readings, without what checks all other answers. */
export const callOutside = <Name extends keyof OutsideCalls>(
  name: Name,
  request: RequestOf<OutsideCalls[Name]>,
  { toast, last, ...options }: PageCallOptions = {},
): Promise<ResponseOf<OutsideCalls[Name]>> =>
  watched(
    () => client.callPrinted(printedCalls[name], request, options) as Promise<ResponseOf<OutsideCalls[Name]>>,
    { toast, last },
  );

/** Makes a call that answers bytes; fails like `call`. */
export const download = <C extends CallDeclaration>(
  declaration: C,
  request: RequestOf<C>,
  { toast, ...options }: { signal?: AbortSignal; toast?: boolean } = {},
): Promise<Blob> => watched(() => client.download(declaration, request, options), { toast });

/** A fresh idempotency key: one per intention of a person. */
export const newKey = (): string => client.newKey();

/**
 * When a person clicked, by the server's clock: so that a click which was held on its way is not carried out as new.
 * Before any answer told the server's time it is asked for; rejects when it cannot be learnt.
 * @param at the click on this page's monotonic clock
 */
export const clickMoment = async (at: number): Promise<number> => {
  if (serverTime(at) === null) await callFirst('sessionCalls', 'userInfo', {}, { toast: false });
  const moment = serverTime(at);
  if (moment === null) throw new CallUnreachable('the server does not tell its time', null);
  return moment;
};
