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

/** Whether an address names a page that a sign-in may lead to. */
export const leadsInside = (page: string | null): page is string =>
  page !== null && page.startsWith('/') && ![login, '/403'].includes(page.split('?')[0] ?? '');

/** What stands behind the hash. */
export const currentPage = (): string => location.hash.replace(/^#/, '');

export const replacePage = (page: string): void =>
  history.replaceState(null, '', `${location.pathname}${location.search}#${page}`);
