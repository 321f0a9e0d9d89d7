import { create } from 'zustand';

/** The page that opens where nobody is signed in: in the field there may be no connection. */
const path = '/RouteSetTerminal';

/** Whether an address is that of the planner for the field. */
export const isTerminal = (hash: string): boolean => hash === `#${path}` || hash.startsWith(`#${path}?`);

/** Its page at an address of its own, which its service worker keeps; the server serves it there. */
const ownPage = /\/RouteSetTerminal$/;

/** Where an address is to be opened instead: the page that is kept shows the planner for the field alone, and that one only there. */
export const terminalTarget = (
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  keeps: boolean,
): string | null => {
  if (ownPage.test(pathname)) return isTerminal(hash) ? null : `${pathname}#${path}`;
  return keeps && isTerminal(hash) ? `${pathname.replace(/[^/]*$/, '')}RouteSetTerminal${hash}` : null;
};

/** Whether this browser keeps pages here: it does over TLS and on this machine itself, and no server of developers has the page. */
const keepsPages = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Goes to the page that is kept. False: the address stays. */
export function goToKeptPage(): boolean {
  const target = terminalTarget(location, keepsPages());
  if (target === null) return false;
  location.replace(target);
  // Within one page only the hash changes, and nothing is loaded again.
  return !ownPage.test(location.pathname);
}

/** Has the planner for the field kept for times without a connection. A browser that keeps nothing goes on without. */
export function keepTerminal(): void {
  if (!keepsPages() || !ownPage.test(location.pathname)) return;
  void navigator.serviceWorker
    .register('./terminal-worker.js', { scope: './RouteSetTerminal', updateViaCache: 'none' })
    .catch(() => undefined);
}

/** Whether the planner for the field is shown in place of the sign-in. */
export const useTerminal = create<{ open: boolean }>(() => ({ open: false }));

const take = (): void => useTerminal.setState({ open: isTerminal(location.hash) });

/** Looks for the planner for the field now and whenever the address changes. */
export function watchTerminal(): void {
  take();
  window.addEventListener('hashchange', take);
}

/** Asks for the sign-in, which leads back to what is drawn. */
export const leaveTerminal = (): void => useTerminal.setState({ open: false });
