import { landingPage } from '@eyrie/domain';

const login = '/Login';

/** Hash address of the sign-in page that leads to `page` afterwards; `page` is what the address bar shows now. */
export const loginFor = (page: string): string => {
  if (page === '' || page === '/' || page === login) return login;
  if (page.startsWith(`${login}?`)) return page;
  return `${login}?to=${encodeURIComponent(page)}`;
};

/** The page that an address of the sign-in leads to; null when it names none. */
export const wantedOf = (page: string): string | null => {
  const [path, query] = page.split(/\?(.*)/s);
  if (path !== login) return page === '' || page === '/' ? null : page;
  return new URLSearchParams(query).get('to');
};

/** The organisation that an address of the sign-in is for; null when it names none. */
export const organisationOf = (page: string): string | null => {
  const [path, query] = page.split(/\?(.*)/s);
  return path === login ? new URLSearchParams(query).get('organisation') : null;
};

/**
 * Where to go after signing in: the wanted page if it is one of ours, else the landing page. One that the member may not
 * open is gone to as well: it says what is missing and who can grant it, as it does to those already signed in.
 */
export const destination = (wanted: string | null, menu: readonly string[]): string => {
  const path = wanted?.split('?')[0] ?? '';
  if (!wanted?.startsWith('/') || path === login || path === '/403') return landingPage(menu);
  return wanted;
};

/** What stands behind the hash. */
export const currentPage = (): string => location.hash.replace(/^#/, '');

export const replacePage = (page: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}#${page}`);
