import { CallRefused } from '@eyrie/client';
import { callFirst } from './http.ts';
import { keep, kept, type SigningOut } from './storage.ts';
import { setToken } from './token.ts';

/** The readable companion of the token's cookie: without it this browser has no session. */
export const hasCookie = (): boolean => /(?:^|;\s*)(?:__Host-)?groupRoot=/.test(document.cookie);

/** Answers that leave open whether the session stands: the server was not reached, or did not look. */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof CallRefused) || error.status >= 500 || error.status === 408 || error.status === 429;

/** The sign-out that the server does not know of yet; null: there is none. */
export const signingOut = (): SigningOut | null => {
  const found: Partial<SigningOut> | null = kept('signingOut');
  const { member, isLate } = found ?? {};
  return typeof member === 'string' ? { member, isLate: isLate === true } : null;
};

/** Kept before the server is asked: a window that is closed while it waits for the answer has signed out all the same. */
export const beginSigningOut = (member: string): void => keep('signingOut', { member, isLate: false });

/** @param error why the server did not answer; missing: it has ended the session */
export const settleSigningOut = (error?: unknown): void => {
  const begun = signingOut();
  keep('signingOut', begun && error !== undefined && isUndecided(error) ? { ...begun, isLate: true } : null);
};

const end = async ({ member }: SigningOut): Promise<void> => {
  // Without its cookie nobody here has that session any more.
  if (!hasCookie()) return;
  const options = { toast: false, last: true } as const;
  const { oid, authToken } = await callFirst('sessionCalls', 'userInfo', {}, options);
  // Somebody else has signed in in this browser since: their session is theirs.
  if (oid !== member) return;
  setToken(authToken);
  try {
    await callFirst('sessionCalls', 'logout', {}, options);
  } finally {
    setToken(null);
  }
};

/** One tab at a time: a late one would end the session of who signed in meanwhile. A plain HTTP address has no locks. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('eyrie-signing-out', work) : work();

let running: Promise<void> | null = null;

/**
 * Ends at the server the session of who signed out here without a connection. Rejects while that cannot be done: nothing else is
 * to be asked then.
 */
export const finishSigningOut = (): Promise<void> => {
  running ??= alone(async () => {
    const begun = signingOut();
    if (!begun) return;
    try {
      await end(begun);
    } catch (error) {
      settleSigningOut(error);
      if (isUndecided(error)) throw error;
      return;
    }
    settleSigningOut();
  }).finally(() => {
    running = null;
  });
  return running;
};

/** ms: how often it is tried whether there is a connection again. */
const tryEvery = 5_000;
let isWaiting = false;

/** Tries again and again, until the server knows of the sign-out. */
export const followSigningOut = (): void => {
  if (isWaiting || !signingOut()) return;
  isWaiting = true;
  const again = (): void => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    isWaiting = false;
    finishSigningOut().then(followSigningOut, followSigningOut);
  };
  const timer = setTimeout(again, tryEvery);
  window.addEventListener('online', again);
};
