import { sessionCalls } from '@eyrie/domain';
import { loadAppearance } from '../platform/appearance.ts';
import { call } from '../platform/http.ts';
import { closeSession, openSession, restoreSession } from '../platform/session.ts';
import { carriesSecret, readEntryAddress } from './entry-address.ts';

/** Spends what the address brought. Without a session afterwards the sign-in page says why. */
const enterByAddress = async (): Promise<void> => {
  const entry = readEntryAddress(location.search, location.hash);
  // Before anything else: codes must leave address and history even if the server never answers.
  history.replaceState(null, '', `${location.pathname}#${entry.page}`);
  if (entry.loginInfo || entry.code === null) {
    closeSession('codeSpent');
    return;
  }
  try {
    const { code, purpose } = entry;
    await openSession(await call(sessionCalls.codeExchange, { code, purpose }, { toast: false }));
  } catch {
    closeSession('codeSpent');
  }
};

/** What must be known before the first picture: who is signed in. Everything else comes later. */
export const start = async (): Promise<void> => {
  void loadAppearance();
  if (carriesSecret(location.search, location.hash)) await enterByAddress();
  else await restoreSession();
};
