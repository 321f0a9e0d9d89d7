import { CallRefused } from '@eyrie/client';
import type { LinkOwner, SignedIn } from '@eyrie/domain';
import { worded } from '../platform/failures.ts';
import { callFirst } from '../platform/http.ts';
import { useLanguage } from '../platform/language.ts';
import { closeSession, currentSession, openSession, restoreSession, whoIsHere } from '../platform/session.ts';
import { showToast } from '../platform/toasts.ts';
import { setToken } from '../platform/token.ts';
import { setViewedRole } from '../platform/viewed-role.ts';
import { carriesSecret, readEntryAddress, type EntryAddress } from './entry-address.ts';
import { watchInvitations } from './invitation.ts';
import { useCameByLink, useLinkQuestion } from './link-question.ts';
import { watchSharedLinks } from './shared-link.ts';
import { goToKeptPage, isWorkPage, keepTerminal, watchTerminal } from './terminal-address.ts';
import { restoreAway } from './away.ts';
import { leadsInside, replacePage } from './login-address.ts';
import { followOtherTabs } from './other-tabs.ts';

type Here = NonNullable<Awaited<ReturnType<typeof whoIsHere>>>;

/** A session for what the address brought, and the page that it names. */
const spend = async (
  { code, purpose, loginInfo }: EntryAddress,
  onlyFor: { memberOID?: string },
): Promise<{ signedIn: SignedIn; target: string | null }> => {
  const quiet = { toast: false };
  if (loginInfo !== null) {
    const signedIn = await callFirst('sessionCalls', 'loginInfoExchange', { loginInfo, ...onlyFor }, quiet);
    return { signedIn, target: signedIn.page };
  }
  const signedIn = await callFirst(
    'sessionCalls',
    'codeExchange',
    { code: code ?? '', purpose, ...onlyFor },
    quiet,
  );
  return { signedIn, target: signedIn.target };
};

/** Spends what the address brought, and goes to the page. @param memberOID the only member it may sign in */
const enter = async (entry: EntryAddress, memberOID?: string): Promise<void> => {
  const { signedIn, target } = await spend(entry, memberOID === undefined ? {} : { memberOID });
  // What this browser kept of whoever was here before goes first.
  if (memberOID === undefined || entry.loginInfo !== null) closeSession();
  await openSession(signedIn);
  // Who comes from a provider has just said there who they are.
  if (entry.purpose !== 'openId') useCameByLink.setState({ unread: true });
  // What the address itself shows comes first.
  if (entry.page === '/' && leadsInside(target)) replacePage(target);
};

/** Asks whoever is here before the link of another account is spent. */
const ask = (entry: EntryAddress, { person, token }: Here, owner: LinkOwner): void => {
  const over = (): void => useLinkQuestion.setState({ question: null });
  useLinkQuestion.setState({
    question: {
      here: person,
      ended: token === null,
      owner,
      async change() {
        setViewedRole(null);
        // The session that makes the call ends with it.
        setToken(token);
        try {
          await enter(entry);
        } catch (error) {
          setToken(null);
          throw error;
        }
        over();
      },
      async stay() {
        if (token !== null) await restoreSession();
        // An answer that was lost may have left another session in the browser.
        if (currentSession().user?.oid !== person.oid) closeSession('ended');
        over();
      },
    },
  });
};

const ownerOf = (error: unknown): LinkOwner | null =>
  error instanceof CallRefused && error.reason === 'otherAccount' ? (error.data as LinkOwner) : null;

/** Says that a link was not taken. Whoever is at work in this window goes on. */
const refuse = (notice: 'codeSpent' | 'openIdFailed'): void => {
  if (currentSession().status !== 'open') closeSession(notice);
  else showToast('error', worded({ id: `login.${notice}` }, useLanguage.getState().messages));
};

/** Spends what the address brought. Without a session afterwards the sign-in page says why. */
const enterByAddress = async (): Promise<void> => {
  const entry = readEntryAddress(location.search, location.hash);
  // Before anything else: codes must leave address and history even if the server never answers.
  history.replaceState(null, '', `${location.pathname}#${entry.page}`);
  if (entry.openIdFailed) {
    refuse('openIdFailed');
    return;
  }
  if (entry.code === null && entry.loginInfo === null) {
    refuse('codeSpent');
    return;
  }
  let here: Here | null = null;
  try {
    here = await whoIsHere();
    await enter(entry, here?.person.oid);
  } catch (error) {
    const owner = ownerOf(error);
    if (owner && here) ask(entry, here, owner);
    else refuse(entry.purpose === 'openId' ? 'openIdFailed' : 'codeSpent');
  }
};

/** A link that is opened in a window where the product stands already changes the hash alone. */
const watchEntries = (): void => {
  // The router listens to the same event: being first keeps the code from it.
  window.addEventListener('popstate', () => {
    if (carriesSecret(location.search, location.hash)) void enterByAddress();
  });
};

/** What must be known before the first picture: who is signed in. Everything else comes later. */
export const start = async (): Promise<void> => {
  watchInvitations();
  watchSharedLinks();
  // The page goes: nothing that would be spent twice is begun.
  if (goToKeptPage()) return new Promise(() => undefined);
  watchTerminal();
  keepTerminal();
  followOtherTabs();
  watchEntries();
  if (carriesSecret(location.search, location.hash)) await enterByAddress();
  else if (isWorkPage()) await restoreAway();
  else await restoreSession();
};
