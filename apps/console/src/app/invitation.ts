import { create } from 'zustand';
import { replacePage } from './login-address.ts';

/** The code of an invitation that the address brought; null: none is being taken up. */
export const useInvitation = create<{ code: string | null }>(() => ({ code: null }));

/** The code behind `#/invitation?code=…`; null at every other address. */
export function invitationCode(hash: string): string | null {
  const [path, query] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return path === '/invitation' ? new URLSearchParams(query).get('code') : null;
}

/** Takes a code out of the address at once, so that neither history nor a shared screen keeps it. */
function take(): void {
  const code = invitationCode(location.hash);
  if (code === null) return;
  replacePage('/invitation');
  useInvitation.setState({ code });
}

/** Looks for an invitation now and whenever a link is opened in this window. */
export function watchInvitations(): void {
  take();
  window.addEventListener('hashchange', take);
}

/** Back to the sign-in page. */
export function leaveInvitation(): void {
  replacePage('/Login');
  useInvitation.setState({ code: null });
}
