import { CallRefused, CallUnreachable } from '@eyrie/client';
import {
  displayCalls,
  limits,
  memberCalls,
  sessionCalls,
  type CockpitPage,
  type Resource,
  type UserInfo,
} from '@eyrie/domain';
import { learnDisplay } from '@eyrie/web/display';
import { followBrowser } from '@eyrie/web/language';
import { kept } from '@eyrie/web/storage';
import { create } from 'zustand';
import { fits, readEntry, type Entry } from './entry.ts';
import { dropDisplayKey, displayKey, keepDisplayKey } from './display-key.ts';
import { call, onEnded, setToken } from './http.ts';

/** Why nobody gets in here; each has its sentence, and leads back to the console. */
export type Refusal =
  | 'codeSpent'
  | 'wrongLink'
  | 'otherAccount'
  | 'notSignedIn'
  | 'ended'
  | 'noCockpit'
  | 'mustSetUp'
  | 'unreachable';

interface SessionState {
  /** starting: the server is asked. retrying: it did not answer, and is asked again. pairing: a code is shown. */
  status: 'starting' | 'retrying' | 'open' | 'refused' | 'pairing';
  /** Shown until an administrator confirms it. */
  code: string | null;
  /** This screen signs in as itself. */
  isDisplay: boolean;
  refusal: Refusal | null;
  user: UserInfo | null;
  page: CockpitPage;
  /** Pages that the member may open, those of the console too. */
  menu: readonly string[];
}

export const useSession = create<SessionState>(() => ({
  status: 'starting',
  code: null,
  isDisplay: false,
  refusal: null,
  user: null,
  page: '/CockpitOption',
  menu: [],
}));

/** Milliseconds between two tries to find the server. */
const retryEvery = 4_000;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const refuse = (refusal: Refusal): void => {
  setToken(null);
  useSession.setState({ status: 'refused', refusal, user: null, menu: [] });
};

/** The readable companion of the token's cookie: without it the question need not be asked. */
const hasCookie = (): boolean => /(?:^|;\s*)(?:__Host-)?groupRoot=/.test(document.cookie);

/** Who is signed in in this browser; null: nobody. Rejects when that cannot be learned. */
const whoIsHere = async (): Promise<UserInfo | null> => {
  // Who signed out without a connection is nobody here either, until the console has ended their session.
  if (!hasCookie() || kept('signingOut')) return null;
  try {
    return await call(sessionCalls.userInfo, {});
  } catch (error) {
    if (error instanceof CallRefused && error.status < 500) return null;
    throw error;
  }
};

/** @throws Refused where the code is not for this address, or not for whoever is here */
const spend = async (entry: Entry & { code: string }): Promise<UserInfo> => {
  const here = await whoIsHere();
  const signedIn = await call(sessionCalls.codeExchange, {
    code: entry.code,
    purpose: 'cockpit',
    ...(here ? { memberOID: here.oid } : {}),
  });
  setToken(signedIn.authToken);
  if (signedIn.mustChange || signedIn.mustSetUp) throw new Refused('mustSetUp');
  if (!fits(entry, signedIn.cockpit)) {
    // The code opened a session that nobody is to have.
    await call(sessionCalls.logout, {}).catch(() => undefined);
    throw new Refused('wrongLink');
  }
  return call(sessionCalls.userInfo, {});
};

const enter = async (user: UserInfo, page: CockpitPage, isDisplay = false): Promise<void> => {
  setToken(user.authToken);
  const nodes = await call(memberCalls.resources, { userOID: user.oid, type: 'menu' });
  const menu = nodes.map(({ URL: address }) => address);
  if (user.mustChange) throw new Refused('mustSetUp');
  // The kind of a department says where a sign-in leads, the right who may look.
  if (!menu.includes(page)) throw new Refused('noCockpit');
  learnDisplay(user);
  useSession.setState({ status: 'open', refusal: null, code: null, isDisplay, user, page, menu });
};

const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refused) return error.refusal;
  if (!(error instanceof CallRefused)) return null;
  if (error.reason === 'codeSpent' || error.reason === 'otherAccount') return error.reason;
  if (error.reason === 'mustChangePassword' || error.reason === 'mustSetUp') return 'mustSetUp';
  return error.status === 401 ? 'notSignedIn' : null;
};

/** Finds the session of the cookie, until the server answers: nobody stands before a wall to try again. */
const restore = async (page: CockpitPage): Promise<void> => {
  try {
    const user = await whoIsHere();
    if (user) await enter(user, page);
    else refuse('notSignedIn');
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) refuse(refusal);
    else {
      useSession.setState({ status: 'retrying' });
      setTimeout(() => void restore(page), retryEvery);
    }
  }
};

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, retryEvery));

/** A new code for this screen to show; tried until the server answers. @returns the key that belongs to it */
const showCode = async (): Promise<string> => {
  for (;;) {
    try {
      const { code, token } = await call(displayCalls.begin, {});
      useSession.setState({ status: 'pairing', code, refusal: null, user: null, menu: [] });
      return token;
    } catch {
      useSession.setState({ status: 'retrying' });
      await later();
    }
  }
};

/**
 * Signs this screen in as a display: by the key that it keeps, else by a code that somebody confirms. It goes on until it
 * is in: nobody stands before a wall to try again. A display that was revoked shows a new code.
 */
const enterAsDisplay = async (): Promise<void> => {
  setToken(null);
  // A wall has no page on which somebody could choose.
  followBrowser().catch(() => undefined);
  for (let key = displayKey() ?? (await showCode()); ;) {
    try {
      const opened = await call(displayCalls.open, { token: key });
      if (opened.state === 'open' && opened.authToken && opened.page) {
        keepDisplayKey(key);
        setToken(opened.authToken);
        await enter(await call(sessionCalls.userInfo, {}), opened.page, true);
        return;
      }
      if (opened.state === 'gone') {
        dropDisplayKey();
        key = await showCode();
      }
      await new Promise((resolve) => setTimeout(resolve, limits.display.askEvery));
    } catch {
      if (useSession.getState().status !== 'pairing') useSession.setState({ status: 'retrying' });
      await later();
    }
  }
};

/** Where a screen is made a display. */
const pairingAddress = '#/Display';

/** Comes in by what the address says, by the key of a display, or by the session that this browser holds. */
export const start = async (): Promise<void> => {
  const entry = readEntry(location.hash);
  const page = entry.page ?? '/CockpitOption';
  onEnded(() => {
    if (useSession.getState().status !== 'open') return;
    if (!useSession.getState().isDisplay) return refuse('ended');
    useSession.setState({ status: 'starting' });
    void enterAsDisplay();
  });
  if (entry.code === null && (displayKey() !== null || location.hash.startsWith(pairingAddress))) {
    await enterAsDisplay();
    return;
  }
  // Before anything else: the code must leave address and history even if the server never answers.
  history.replaceState(null, '', `${location.pathname}#${page}`);
  if (entry.code === null) {
    await restore(page);
    return;
  }
  try {
    await enter(await spend({ ...entry, code: entry.code }), page);
  } catch (error) {
    const refusal = refusalOf(error);
    // Whether a code was spent nobody knows when no answer came.
    refuse(refusal ?? (error instanceof CallUnreachable ? 'unreachable' : 'codeSpent'));
  }
};

/** Goes to another cockpit that is permitted. */
export const openPage = (page: CockpitPage): void => {
  if (!useSession.getState().menu.includes(page)) return;
  history.pushState(null, '', `${location.pathname}#${page}`);
  useSession.setState({ page });
};

/** The address may be changed by the way back, or by hand. */
export const followAddress = (): void => {
  window.addEventListener('popstate', () => {
    const entry = readEntry(location.hash);
    const { status, menu } = useSession.getState();
    if (entry.code !== null || location.hash.startsWith(pairingAddress)) location.reload();
    else if (status === 'open' && entry.page && menu.includes(entry.page))
      useSession.setState({ page: entry.page });
  });
};

export const useAllowed = (resource: Resource): boolean => useSession(({ menu }) => menu.includes(resource));
