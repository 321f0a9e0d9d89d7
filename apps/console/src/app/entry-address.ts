export type EntryPurpose = 'authInfo' | 'monitor' | 'openId';

/** What an address brought along for the sign-in, and the address that remains once that is taken out. */
export interface EntryAddress {
  code: string | null;
  purpose: EntryPurpose;
  /** A payload that another system signed: whatever session this browser has must go first. */
  loginInfo: string | null;
  /** A sign-in by an OpenID provider came back without success. */
  openIdFailed: boolean;
  /** Hash address to show, such as `/PortMonitorSee?oid=1`. */
  page: string;
}

const secret = ['authInfo', 'authToken', 'loginInfo', 'jwt', 'openId'] as const;

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
};

/**
 * Reads the address variants of the sign-in: query `authInfo`, `loginInfo` or `openId`, before or behind the hash, and
 * hash parameters `authToken`, `taskOID`, `oid`, which open the monitor of a dock.
 */
export const readEntryAddress = (search: string, hash: string): EntryAddress => {
  const outer = new URLSearchParams(search);
  const inner = hash.replace(/^#/, '');
  const [head = '', tail = ''] = inner.startsWith('/') ? inner.split(/\?(.*)/s) : ['/', inner];
  const query = new URLSearchParams(tail);
  const of = (name: (typeof secret)[number]): string | null => query.get(name) ?? outer.get(name);
  const authToken = of('authToken');
  const openId = of('openId');
  const openIdFailed = openId === 'failed';
  const code = authToken ?? (openIdFailed ? null : openId) ?? of('authInfo');
  const loginInfo = of('loginInfo');
  for (const name of secret) query.delete(name);
  const monitor = authToken !== null || head === '/PortMonitorseeProxy';
  return {
    code: code === '' ? null : code,
    purpose: authToken === null ? (openId === null ? 'authInfo' : 'openId') : 'monitor',
    loginInfo,
    openIdFailed,
    page: withQuery(monitor ? '/PortMonitorSee' : head, query),
  };
};

/** True when an address carries something that must not stay in it. */
export const carriesSecret = (search: string, hash: string): boolean =>
  secret.some((name) => new RegExp(`[?&#]${name}=`).test(`${search}${hash}`));
