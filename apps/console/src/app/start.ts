import { sessionCalls, type SignedIn } from '@eyrie/domain';
import { loadAppearance } from '../platform/appearance.ts';
import { call } from '../platform/http.ts';
import { closeSession, openSession, restoreSession } from '../platform/session.ts';
import { carriesSecret, readEntryAddress, type EntryAddress } from './entry-address.ts';
import { watchInvitations } from './invitation.ts';
import { destination, replacePage } from './login-address.ts';
import { followOtherTabs } from './other-tabs.ts';

/** A session for what the address brought, and the page that it names. */
const spend = async ({
  code,
  purpose,
  loginInfo,
}: EntryAddress): Promise<{ signedIn: SignedIn; target: string | null }> => {
  if (loginInfo !== null) {
    // Cookies and storage of whoever was here before go first; those that no script sees the answer clears.
    closeSession();
    const signedIn = await call(sessionCalls.loginInfoExchange, { loginInfo }, { toast: false });
    return { signedIn, target: signedIn.page };
  }
  const signedIn = await call(sessionCalls.codeExchange, { code: code ?? '', purpose }, { toast: false });
  return { signedIn, target: signedIn.target };
};

/** Spends what the address brought. Without a session afterwards the sign-in page says why. */
const enterByAddress = async (): Promise<void> => {
  const entry = readEntryAddress(location.search, location.hash);
  // Before anything else: codes must leave address and history even if the server never answers.
  history.replaceState(null, '', `${location.pathname}#${entry.page}`);
  if (entry.openIdFailed) {
    closeSession('openIdFailed');
    return;
  }
  if (entry.code === null && entry.loginInfo === null) {
    closeSession('codeSpent');
    return;
  }
  try {
    const { signedIn, target } = await spend(entry);
    await openSession(signedIn);
    // What the address itself shows comes first.
    if (entry.page === '/' && target !== null && destination(target, [target.split('?')[0] ?? '']) === target)
      replacePage(target);
  } catch {
    closeSession(entry.purpose === 'openId' ? 'openIdFailed' : 'codeSpent');
  }
};

/** What must be known before the first picture: who is signed in. Everything else comes later. */
export const start = async (): Promise<void> => {
  void loadAppearance();
  watchInvitations();
  followOtherTabs();
  if (carriesSecret(location.search, location.hash)) await enterByAddress();
  else await restoreSession();
};
