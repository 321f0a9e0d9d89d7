import { CallRefused, CallUnreachable } from '@eyrie/client';
import { memberCalls, sessionCalls, type CockpitPage, type Resource, type UserInfo } from '@eyrie/domain';
import { learnDisplay } from '@eyrie/web/display';
import { create } from 'zustand';
import { fits, readEntry, type Entry } from './entry.ts';
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
  /** starting: the server is asked. retrying: it did not answer, and is asked again. */
  status: 'starting' | 'retrying' | 'open' | 'refused';
  refusal: Refusal | null;
  user: UserInfo | null;
  page: CockpitPage;
  /** Pages that the member may open, those of the console too. */
  menu: readonly string[];
}

export const useSession = create<SessionState>(() => ({
  status: 'starting',
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
  if (!hasCookie()) return null;
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

const enter = async (user: UserInfo, page: CockpitPage): Promise<void> => {
  setToken(user.authToken);
  const nodes = await call(memberCalls.resources, { userOID: user.oid, type: 'menu' });
  const menu = nodes.map(({ URL: address }) => address);
  if (user.mustChange) throw new Refused('mustSetUp');
  if (user.groupType === 'department' || !menu.includes(page)) throw new Refused('noCockpit');
  learnDisplay(user);
  useSession.setState({ status: 'open', refusal: null, user, page, menu });
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

/** Comes in by what the address says, or by the session that this browser holds. */
export const start = async (): Promise<void> => {
  const entry = readEntry(location.hash);
  const page = entry.page ?? '/CockpitOption';
  onEnded(() => {
    if (useSession.getState().status === 'open') refuse('ended');
  });
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
    if (entry.code !== null) location.reload();
    else if (status === 'open' && entry.page && menu.includes(entry.page))
      useSession.setState({ page: entry.page });
  });
};

export const useAllowed = (resource: Resource): boolean => useSession(({ menu }) => menu.includes(resource));
