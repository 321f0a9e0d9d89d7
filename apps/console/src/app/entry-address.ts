export type EntryPurpose = 'authInfo' | 'monitor';

/** What an address brought along for the sign-in, and the address that remains once that is taken out. */
export interface EntryAddress {
  code: string | null;
  purpose: EntryPurpose;
  /** An encoded login payload was handed over: whatever session this browser has must go first. */
  loginInfo: boolean;
  /** Hash address to show, such as `/PortMonitorSee?oid=1`. */
  page: string;
}

const secret = ['authInfo', 'authToken', 'loginInfo', 'jwt'] as const;

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
};

/**
 * Reads the address variants of the sign-in: query `authInfo` or `loginInfo`, before or behind the hash, and hash
 * parameters `authToken`, `taskOID`, `oid`, which open the monitor of a dock.
 */
export const readEntryAddress = (search: string, hash: string): EntryAddress => {
  const outer = new URLSearchParams(search);
  const inner = hash.replace(/^#/, '');
  const [head = '', tail = ''] = inner.startsWith('/') ? inner.split(/\?(.*)/s) : ['/', inner];
  const query = new URLSearchParams(tail);
  const of = (name: (typeof secret)[number]): string | null => query.get(name) ?? outer.get(name);
  const authToken = of('authToken');
  const code = authToken ?? of('authInfo');
  const loginInfo = of('loginInfo') !== null;
  for (const name of secret) query.delete(name);
  const monitor = authToken !== null || head === '/PortMonitorseeProxy';
  return {
    code: code === '' ? null : code,
    purpose: authToken === null ? 'authInfo' : 'monitor',
    loginInfo,
    page: withQuery(monitor ? '/PortMonitorSee' : head, query),
  };
};

/** True when an address carries something that must not stay in it. */
export const carriesSecret = (search: string, hash: string): boolean =>
  secret.some((name) => new RegExp(`[?&#]${name}=`).test(`${search}${hash}`));
