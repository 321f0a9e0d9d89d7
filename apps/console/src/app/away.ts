import { create } from 'zustand';
import { restoreSession, type Person } from '../platform/session.ts';

/** ms: how often it is tried whether there is a connection again. */
const tryEvery = 5_000;

/** Whose session waits for a connection on the page for the field; null: nobody's. */
export const useAway = create<{ person: Person | null }>(() => ({ person: null }));

/**
 * Finds the session on the page that is kept for times without a connection. Where the server cannot be asked, the page shows the
 * work of who was signed in, and asks again until there is an answer.
 */
export const restoreAway = async (): Promise<void> => {
  const person = await restoreSession({ waits: true });
  useAway.setState({ person });
  if (!person) return;
  const again = (): void => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    void restoreAway();
  };
  const timer = setTimeout(again, tryEvery);
  window.addEventListener('online', again);
};
