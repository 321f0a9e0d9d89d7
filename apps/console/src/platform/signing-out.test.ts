import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beforeCalls, callFirst } from './http.ts';
import { beginSigningOut, finishSigningOut, settleSigningOut, signingOut } from './signing-out.ts';
import { currentToken, setToken } from './token.ts';

// The true one writes on a page.
vi.mock('./language.ts', () => ({ currentLanguage: () => 'en' }));

const member = '019a0000-0000-7000-8000-000000000001';
const other = '019a0000-0000-7000-8000-000000000002';
/** What went out, with the token that each carried. */
let asked: string[] = [];
let isCut = false;
let owner: string | null = member;

const user = (oid: string) => ({
  oid,
  OID: oid,
  account: 'anna',
  name: 'Anna',
  authToken: `token-${oid}`,
  groupOID: oid,
  groupRoot: oid,
  groupNameCN: 'North',
  groupType: 'department',
  organisationName: 'Gamma',
  autoLogin: false,
  mustChange: false,
  passwordForm: 'simple',
  sessionOID: oid,
  serverTime: 1,
  timeZone: 'UTC',
  display: { zone: 'local', units: 'metric', digits: 'latin' },
});

const served = async (url: string, init: RequestInit = {}): Promise<Response> => {
  if (isCut) throw new TypeError('no network');
  const name = url.split('/').at(-1) ?? '';
  asked.push(`${name} ${new Headers(init.headers).get('authToken') ?? '-'}`);
  if (name.startsWith('getUserInfo'))
    return owner === null
      ? Response.json({ code: 401, message: '', data: { reason: 'notSignedIn' } }, { status: 401 })
      : Response.json({ code: 200, message: 'ok', data: user(owner) });
  if (name.startsWith('logout')) owner = null;
  return Response.json({ code: 200, message: 'ok', data: { ok: true } });
};

beforeEach(() => {
  [asked, isCut, owner] = [[], false, member];
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  vi.stubGlobal('document', { cookie: 'groupRoot=1' });
  vi.stubGlobal('fetch', served);
});
afterEach(() => {
  beforeCalls(null);
  setToken(null);
  vi.unstubAllGlobals();
});

const signOutCut = (): void => {
  beginSigningOut(member);
  settleSigningOut(new TypeError('no network'));
};

test('a session that could not be ended is ended before anything else is asked', async () => {
  signOutCut();
  expect(signingOut()).toEqual({ member, isLate: true });
  beforeCalls(finishSigningOut);
  isCut = true;
  await expect(callFirst('sessionCalls', 'createCaptcha', {}, { toast: false })).rejects.toBeInstanceOf(
    Error,
  );
  expect([asked, signingOut()?.isLate]).toEqual([[], true]);
  isCut = false;
  await Promise.allSettled(
    [1, 2].map(() => callFirst('sessionCalls', 'createCaptcha', {}, { toast: false })),
  );
  expect(asked.map((one) => one.split('.')[0])).toEqual([
    'getUserInfo',
    'logout',
    'createCaptcha',
    'createCaptcha',
  ]);
  expect(asked[1]).toContain(`token-${member}`);
  expect([signingOut(), currentToken()]).toEqual([null, null]);
});

test('the session of who signed in meanwhile is left to them', async () => {
  signOutCut();
  owner = other;
  await finishSigningOut();
  expect(asked).toHaveLength(1);
  expect([owner, signingOut()]).toEqual([other, null]);
});

test('one that the server knows to be over, or whose cookie is gone, is not asked for again', async () => {
  signOutCut();
  owner = null;
  await finishSigningOut();
  expect(signingOut()).toBeNull();
  signOutCut();
  vi.stubGlobal('document', { cookie: '' });
  await finishSigningOut();
  expect([asked.length, signingOut()]).toEqual([1, null]);
  // Where the server answered the sign-out itself nothing is left to do.
  beginSigningOut(member);
  settleSigningOut();
  expect(signingOut()).toBeNull();
});
