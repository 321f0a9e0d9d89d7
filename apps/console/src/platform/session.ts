import { CallRefused } from '@eyrie/client';
import type { Resource, PasswordForm, SignedIn, UserInfo } from '@eyrie/domain';
import { create } from 'zustand';
import { loadAppearance } from './appearance.ts';
import { learnDisplay } from './display.ts';
import { beforeCalls, callFirst, forgetFailures, holdCalls, onRefused } from './http.ts';
import { forgetLarge, welcomeLarge } from './large-storage.ts';
import {
  beginSigningOut,
  finishSigningOut,
  followSigningOut,
  hasCookie,
  isUndecided,
  settleSigningOut,
  signingOut,
} from './signing-out.ts';
import { forgetMember, keep, kept, type Stored } from './storage.ts';
import { mustFetchAgain } from './tile-origins.ts';
import { setToken } from './token.ts';
import { setViewedRole, viewedRole } from './viewed-role.ts';

/**
 * none: nobody is signed in. mustChange, mustSetUp: signed in, but only the change of password, or setting up an
 * authenticator app, is open. open: at work.
 * ended: the session was lost under an open page, which stays until the member signs in again.
 */
export type SessionStatus = 'none' | 'mustChange' | 'mustSetUp' | 'open' | 'ended';

export interface SessionState {
  status: SessionStatus;
  user: UserInfo | null;
  /** Addresses of the pages and names of the actions that the member may use. */
  menu: readonly string[];
  scene: readonly string[];
  /** What the organisation asks of a new password. */
  passwordForm: PasswordForm;
  /** Why the sign-in page is shown, if the member did not ask for it. */
  notice: 'ended' | 'codeSpent' | 'openIdFailed' | 'signedOut' | null;
}

const nobody: SessionState = {
  status: 'none',
  user: null,
  menu: [],
  scene: [],
  passwordForm: 'simple',
  notice: null,
};

export const useSession = create<SessionState>(() => nobody);
export const currentSession = (): SessionState => useSession.getState();

const fetchResources = async (userOID: string): Promise<Pick<SessionState, 'menu' | 'scene'>> => {
  const [menu, scene] = await Promise.all([
    callFirst('memberCalls', 'resources', { userOID, type: 'menu' }, { toast: false }),
    callFirst('memberCalls', 'resources', { userOID, type: 'scene' }, { toast: false }),
  ]);
  return { menu: menu.map((node) => node.URL), scene: scene.map((node) => node.URL) };
};

/** What is kept is the member's own: other tabs have no part in a view through a role. */
const learnRights = async (userOID: string): Promise<Pick<SessionState, 'menu' | 'scene'>> => {
  const resources = await fetchResources(userOID);
  if (viewedRole() === null) {
    keep('menu', [...resources.menu]);
    keep('scene', [...resources.scene]);
  }
  return resources;
};

/** Asks again what the member may do: rights changed, or the role through which they look. */
export const refreshRights = async (): Promise<void> => {
  const { user } = currentSession();
  if (user) useSession.setState(await learnRights(user.oid));
};

/** Asks again who the member is, and in which zone the organisation lives. */
export const refreshMember = async (): Promise<void> => {
  if (currentSession().status !== 'open') return;
  const user = await whoIsIt();
  learnDisplay(user);
  useSession.setState({ user });
};

/** Who holds the token. A role through which this tab looked and that is gone is let go of. */
const whoIsIt = async (): Promise<UserInfo> => {
  try {
    return await callFirst('sessionCalls', 'userInfo', {}, { toast: false });
  } catch (error) {
    if (viewedRole() === null) throw error;
    setViewedRole(null);
    return callFirst('sessionCalls', 'userInfo', {}, { toast: false });
  }
};

export type Person = Stored['signedInAs'];
const personOf = ({ oid, account, name, organisationName }: UserInfo): Person => ({
  oid,
  account,
  name,
  organisationName,
});

const enter = async (user: UserInfo): Promise<void> => {
  welcomeLarge(user.oid);
  const [resources] = await Promise.all([learnRights(user.oid), loadAppearance()]);
  // Nothing has been typed yet on the way in from the sign-in page.
  if (currentSession().status !== 'ended' && mustFetchAgain()) location.reload();
  forgetFailures();
  learnDisplay(user);
  keep('signedInAs', personOf(user));
  const { passwordForm } = user;
  useSession.setState({ status: 'open', user, passwordForm, notice: null, ...resources });
};

/** After a sign-in: asks who it is and what is allowed. Rejects when that cannot be learned; then nobody is signed in. */
export const openSession = async (
  signedIn: Pick<SignedIn, 'authToken' | 'mustChange' | 'mustSetUp' | 'passwordForm'>,
): Promise<void> => {
  const before = currentSession();
  setToken(signedIn.authToken);
  if (signedIn.mustChange || signedIn.mustSetUp) {
    const { mustChange, passwordForm = 'simple' } = signedIn;
    useSession.setState({ ...nobody, status: mustChange ? 'mustChange' : 'mustSetUp', passwordForm });
    return;
  }
  try {
    const user = await whoIsIt();
    // Another member on a page that was left open would see the first one's input and data.
    if (before.status === 'ended' && before.user && before.user.oid !== user.oid) {
      forgetMember();
      location.reload();
      return;
    }
    await enter(user);
  } catch (error) {
    closeSession();
    throw error;
  }
};

/** After the forced change of a password, or after an authenticator app was set up. The token stays the same. */
export const enterAfterwards = async (): Promise<void> => {
  try {
    await enter(await whoIsIt());
  } catch (error) {
    // Both were due, and one of them is done.
    if (!(error instanceof CallRefused) || error.reason !== 'mustSetUp') throw error;
    useSession.setState({ ...nobody, status: 'mustSetUp' });
  }
};

/**
 * Who is signed in in this browser, in whichever tab; without a token: whose session has ended by itself. Null: nobody.
 * Rejects when that cannot be learned.
 */
export const whoIsHere = async (): Promise<{ person: Person; token: string | null } | null> => {
  const last = kept('signedInAs');
  const ended = last && { person: last, token: null };
  if (!hasCookie()) return ended;
  try {
    const user = await whoIsIt();
    return { person: personOf(user), token: user.authToken };
  } catch (error) {
    if (error instanceof CallRefused && error.status < 500) return ended;
    throw error;
  }
};

/** Whose session the cookie is of: another member may have signed in since this browser last showed one. */
const ownerOfCookie = (): string | null => /(?:^|;\s*)memberOID=([^;]+)/.exec(document.cookie)?.[1] ?? null;

/**
 * On load: finds the session of the cookie. Without one, or when it cannot be read, nobody is signed in.
 * @param waits whether the page has something to show where there is no connection
 * @returns whose session it is, where it waits for the server to be asked; null: it is known who is signed in, or nobody is
 */
export const restoreSession = async ({ waits = false } = {}): Promise<Person | null> => {
  if (!hasCookie()) return null;
  try {
    const user = await whoIsIt();
    setToken(user.authToken);
    await enter(user);
  } catch (error) {
    const last = kept('signedInAs');
    // Who has signed out is shown nothing of theirs, with or without a connection.
    if (signingOut()) followSigningOut();
    else if (waits && last?.oid === ownerOfCookie() && isUndecided(error)) return last;
    closeSession();
  }
  return null;
};

let newSessionElsewhere = false;

/**
 * Somebody signed in in another tab of this browser. A page whose session was lost goes on with the new one if it is
 * the same member's; else it keeps asking.
 */
export const resumeSession = async (): Promise<void> => {
  const { status, user: before } = currentSession();
  // This page may learn only later that its own session is gone.
  newSessionElsewhere = status === 'open';
  if (status !== 'ended' || !before) return;
  const user = await whoIsIt();
  if (user.oid !== before.oid || currentSession().status !== 'ended') return;
  setToken(user.authToken);
  await enter(user);
};

/** Forgets the member in this browser. */
export const closeSession = (notice: SessionState['notice'] = null): void => {
  setToken(null);
  setViewedRole(null);
  forgetMember();
  learnDisplay(null);
  void loadAppearance();
  useSession.setState({ ...nobody, notice });
};

const leaving = new Set<() => void>();
/** Called before a member signs out, while the session still stands. @returns a function that stops it. */
export const onSignOut = (listener: () => void): (() => void) => {
  leaving.add(listener);
  return () => leaving.delete(listener);
};

/** Signed out in another tab, where the server could not be reached: it is nobody's here either. */
export const signedOutElsewhere = async (): Promise<void> => {
  const { user } = currentSession();
  const begun = signingOut();
  if (!begun?.isLate || user?.oid !== begun.member) return;
  for (const listener of leaving) listener();
  await forgetLarge(begun.member);
  closeSession('signedOut');
  followSigningOut();
};

/** The session of who signed out is ended before anything is asked in the name of nobody, or of who signs in next. */
beforeCalls(async () => {
  const { status } = currentSession();
  if ((status === 'none' || status === 'ended') && signingOut()) await finishSigningOut();
});

/** Ends the session at the server, then here; here also when the server cannot be reached, which then learns it later. */
export const signOut = async (): Promise<void> => {
  const member = currentSession().user?.oid ?? '';
  setViewedRole(null);
  for (const listener of leaving) listener();
  holdCalls(true);
  try {
    beginSigningOut(member);
    await callFirst('sessionCalls', 'logout', {}, { toast: false, last: true }).then(
      () => settleSigningOut(),
      settleSigningOut,
    );
    await forgetLarge(member);
  } finally {
    holdCalls(false);
    closeSession('signedOut');
    followSigningOut();
  }
};

onRefused((refused) => {
  const { status } = currentSession();
  if (refused.status !== 401 || refused.reason !== 'notSignedIn') return;
  setToken(null);
  if (status === 'open') {
    useSession.setState({ status: 'ended' });
    if (newSessionElsewhere) resumeSession().catch(() => undefined);
  } else if (status === 'mustChange' || status === 'mustSetUp') closeSession('ended');
});

/** May the member do this: a page's address or `noun:verb`. */
export const isAllowed = (
  session: Pick<SessionState, 'menu' | 'scene'>,
  resource: Resource | null,
): boolean => resource === null || session.menu.includes(resource) || session.scene.includes(resource);

export const useAllowed = (resource: Resource | null): boolean =>
  useSession((session) => isAllowed(session, resource));
