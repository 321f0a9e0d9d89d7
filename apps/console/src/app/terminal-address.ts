import { create } from 'zustand';

/** The page that opens where nobody is signed in: in the field there may be no connection. */
const path = '/RouteSetTerminal';
/** The page of the person in the field, which opens without a connection where somebody was signed in. */
const workPath = '/WorkOrderField';

const leadsTo = (hash: string, page: string): boolean => hash === `#${page}` || hash.startsWith(`#${page}?`);

/** Whether an address is that of the planner for the field. */
export const isTerminal = (hash: string): boolean => leadsTo(hash, path);

/** Their pages at addresses of their own, which a service worker keeps; the server serves them there. */
const ownPage = /\/RouteSetTerminal$/;
const workPage = /\/WorkOrderField$/;

/** Beside a page's own address. */
const besides = (pathname: string, page: string): string => `${pathname.replace(/[^/]*$/, '')}${page}`;

/**
 * Where an address is to be opened instead; null: here. Where a kept page stands nothing else is shown: the planner stays, and
 * work in the field gives way to other pages, which are not kept.
 */
export const terminalTarget = (
  { pathname, hash }: Pick<Location, 'pathname' | 'hash'>,
  keeps: boolean,
): string | null => {
  if (ownPage.test(pathname)) return isTerminal(hash) ? null : `${pathname}#${path}`;
  const isWork = leadsTo(hash, workPath);
  if (workPage.test(pathname))
    return isWork || hash === '' || leadsTo(hash, '/Login') ? null : `${besides(pathname, '')}${hash}`;
  if (keeps && isTerminal(hash)) return `${besides(pathname, 'RouteSetTerminal')}${hash}`;
  return keeps && isWork ? `${besides(pathname, 'WorkOrderField')}${hash}` : null;
};

/** Whether this browser keeps pages here: it does over TLS and on this machine itself, and no server of developers has the page. */
const keepsPages = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Whether this is the kept page of the person in the field. */
export const isWorkPage = (): boolean => workPage.test(location.pathname);

/** Goes to the page that is kept. False: the address stays. */
export function goToKeptPage(): boolean {
  const target = terminalTarget(location, keepsPages());
  if (target === null) return false;
  location.replace(target);
  // Within one page only the hash changes, and nothing is loaded again.
  return !ownPage.test(location.pathname);
}

/** Goes to the kept page of the person in the field where that is wanted: within one page nothing loads it. */
export function goToWorkPage(): void {
  if (!isWorkPage() && leadsTo(location.hash, workPath)) goToKeptPage();
}

/** Has the pages for the field kept for times without a connection. A browser that keeps nothing goes on without. */
export function keepTerminal(): void {
  const [page] = /(?:RouteSetTerminal|WorkOrderField)$/.exec(location.pathname) ?? [];
  if (!keepsPages() || page === undefined) return;
  void navigator.serviceWorker
    .register('./terminal-worker.js', { scope: `./${page}`, updateViaCache: 'none' })
    .catch(() => undefined);
}

/** Whether the planner for the field is shown in place of the sign-in. */
export const useTerminal = create<{ open: boolean }>(() => ({ open: false }));

const take = (): void => useTerminal.setState({ open: isTerminal(location.hash) });

/** Looks for the pages for the field now and whenever the address changes. */
export function watchTerminal(): void {
  take();
  window.addEventListener('hashchange', () => {
    take();
    // A link to work in the field was followed from another page.
    goToWorkPage();
  });
}

/** Asks for the sign-in, which leads back to what is drawn. */
export const leaveTerminal = (): void => useTerminal.setState({ open: false });
