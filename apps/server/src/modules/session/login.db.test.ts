import { createHash } from 'node:crypto';
import { limits, memberCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const password = 'Flug-4711!';
const account = 'south-operator';
let rooms: TestRooms;
let groupRoot: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['operator', 'leader', 'auditor'], password);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from login_failure`.execute(rooms.db);
  await sql`delete from captcha`.execute(rooms.db);
  // A new minute for the limits by address.
  rooms.clock.move(60_000);
});

const login = async (request: object, part: Partial<CallContext> = {}): Promise<SignedIn> =>
  (await rooms.call(sessionCalls.login, { account, password, ...request }, part)).data as SignedIn;

/** A captcha whose answer the test knows. */
async function knownCaptcha(): Promise<{ captchaId: string; captcha: string }> {
  const { data } = await rooms.call(sessionCalls.createCaptcha, {});
  const { captchaId } = data as { captchaId: string };
  const hash = createHash('sha256').update(`${captchaId}:abcd`).digest();
  await sql`update captcha set answer_hash = ${hash} where oid = ${captchaId}`.execute(rooms.db);
  return { captchaId, captcha: 'ABCD' };
}
const wrong = (times: number, part: Partial<CallContext> = {}): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => reasonOf(login({ password: 'wrong' }, part))));

describe('sign-in', () => {
  it('opens a session, sets cookies until the browser closes, and writes one row', async () => {
    const before = await rooms.audit.verify(groupRoot);
    const { data, context } = await rooms.call(sessionCalls.login, { account, password });
    const signedIn = data as SignedIn;
    expect(signedIn).toMatchObject({ groupRoot, groupNameCN: 'south', autoLogin: false });
    expect(await rooms.session.authenticate(signedIn.authToken)).toMatchObject({ account });
    expect(context.cookies.get('__Host-authToken')).toEqual({ value: signedIn.authToken, maxAge: null });
    expect(context.cookies.get('memberOID')).toEqual({ value: signedIn.oid, maxAge: null });
    const after = await rooms.audit.verify(groupRoot);
    expect(after).toMatchObject({ whole: true, rows: before.rows + 1, brokenAt: null });
  });

  it('remembers for 2,592,000 s only when asked to', async () => {
    const { context } = await rooms.call(sessionCalls.login, { account, password, remember: true });
    expect([...context.cookies.values()].map((cookie) => cookie.maxAge)).toEqual(
      Array.from({ length: 4 }, () => 2_592_000),
    );
  });

  it('takes the account in any case', async () => {
    expect(await reasonOf(login({ account: account.toUpperCase() }))).toBe('done');
  });

  it('finds nobody behind odd accounts', async () => {
    const odd = ['%', "' or 1=1 --", '{"$ne":1}', '__proto__', 'ｓｏｕｔｈ'].map((name) => [
      name,
      'wrongPassword',
    ]);
    // What no account can be called is refused by the declaration, whoever has one.
    const impossible = ['\u0000', 'a\u0000b', '\ud800'].map((name) => [name, 'invalid']);
    for (const [n, [name, reason]] of [...odd, ...impossible].entries())
      expect(await reasonOf(login({ account: name }, { address: `203.0.113.${n + 20}` }))).toBe(reason);
  });

  it('looks at three wrong passwords, then asks for a captcha, also when 50 come at once', async () => {
    const reasons = await wrong(50);
    expect(reasons.filter((one) => one === 'wrongPassword')).toHaveLength(limits.login.freeFailures);
    expect(reasons.filter((one) => one === 'captchaRequired')).toHaveLength(50 - limits.login.freeFailures);
    // Not even the right password goes without; with a captcha it does.
    expect(await reasonOf(login({}))).toBe('captchaRequired');
    expect(await reasonOf(login(await knownCaptcha()))).toBe('done');
  });

  it('asks for a captcha where one address tries many accounts', async () => {
    const reasons: string[] = [];
    for (let n = 0; n < 5; n += 1)
      reasons.push(await reasonOf(login({ account: `spray-${n}`, password: 'x' })));
    expect(reasons).toEqual([
      'wrongPassword',
      'wrongPassword',
      'wrongPassword',
      'captchaRequired',
      'captchaRequired',
    ]);
    expect(await reasonOf(login({}, { address: '198.51.100.7' }))).toBe('done');
  });

  it('asks nobody else at the address for a captcha because one account failed', async () => {
    await wrong(10);
    expect(await reasonOf(login({}))).toBe('captchaRequired');
    expect(await reasonOf(login({ account: 'south-leader' }))).toBe('done');
    expect(await reasonOf(login({ account: 'south-leader' }))).toBe('done');
  });

  it('asks all at the address once a second account fails there, five tries at most', async () => {
    const reasons: string[] = [];
    for (const name of ['spray-a', 'spray-a', 'spray-a', 'spray-a', 'spray-b', 'spray-c', 'spray-d'])
      reasons.push(await reasonOf(login({ account: name, password: 'x' })));
    expect(reasons.filter((one) => one === 'wrongPassword')).toHaveLength(4);
    expect(reasons.slice(-2)).toEqual(['captchaRequired', 'captchaRequired']);
    expect(await reasonOf(login({ account: 'south-leader' }))).toBe('captchaRequired');
  });

  it('lets a success take back what its own account added, and nothing of others', async () => {
    await wrong(2);
    expect(await reasonOf(login({ account: 'spray-a', password: 'x' }))).toBe('wrongPassword');
    expect(await reasonOf(login({ account: 'south-leader' }))).toBe('captchaRequired');
    // Somebody who knows one password cannot begin anew with it.
    const leader = { account: 'south-leader', ...(await knownCaptcha()) };
    expect(await reasonOf(login(leader))).toBe('done');
    expect(await reasonOf(login({ account: 'spray-b', password: 'x' }))).toBe('captchaRequired');
    expect(await reasonOf(login(await knownCaptcha()))).toBe('done');
    expect(await reasonOf(login({ account: 'south-leader' }))).toBe('done');
  });

  it('answers the same for an account that does not exist', async () => {
    const bodies = async (name: string, address: string): Promise<unknown[]> => {
      const seen: unknown[] = [];
      for (let n = 0; n < 5; n += 1)
        await login({ account: name, password: 'x' }, { address }).catch((error: unknown) =>
          seen.push([(error as Refusal).reason, (error as Refusal).details]),
        );
      return seen;
    };
    expect(await bodies('nobody', '203.0.113.1')).toEqual(await bodies('south-leader', '203.0.113.2'));
  });

  it('takes at most 20 guesses an hour, the last ones only from where the member has signed in', async () => {
    await sql`delete from session`.execute(rooms.db);
    const guess = async (address: string): Promise<string> => {
      rooms.clock.move(10_000);
      return reasonOf(login({ password: 'x', ...(await knownCaptcha()) }, { address }));
    };
    const from = async (address: string, times: number): Promise<string[]> => {
      const reasons: string[] = [];
      for (let n = 0; n < times; n += 1) reasons.push(await guess(address));
      return reasons;
    };
    const strangers = await from('198.51.100.9', 25);
    expect(strangers.filter((one) => one === 'wrongPassword')).toHaveLength(15);
    expect(strangers.at(-1)).toBe('tooManyRequests');
    await sql`update session set address = '192.0.2.44'`.execute(rooms.db);
    await rooms.tokenOf(account);
    await sql`update session set address = '192.0.2.44'`.execute(rooms.db);
    const known = { address: '192.0.2.44' };
    expect(await reasonOf(login(await knownCaptcha(), known))).toBe('done');
    await sql`update login_failure set failures = 15 where subject = ${`account:${account}`}`.execute(
      rooms.db,
    );
    expect((await from('192.0.2.44', 8)).filter((one) => one === 'wrongPassword')).toHaveLength(5);
    rooms.clock.move(limits.login.failureWindow);
    expect(await reasonOf(login({ ...(await knownCaptcha()) }, { address: '198.51.100.9' }))).toBe('done');
  });

  it('does not sign in a disabled member, and says so only to the right password', async () => {
    await sql`update member set enabled = false where account = 'south-auditor'`.execute(rooms.db);
    expect(await reasonOf(login({ account: 'south-auditor', password: 'x' }))).toBe('wrongPassword');
    expect(await reasonOf(login({ account: 'south-auditor' }))).toBe('accountDisabled');
  });

  it('gives a program a session but no cookies', async () => {
    await sql`update member set service = true where account = 'south-leader'`.execute(rooms.db);
    const request = { account: 'south-leader', password, remember: true };
    const { data, context } = await rooms.call(sessionCalls.login, request);
    const { authToken, autoLogin } = data as SignedIn;
    expect([...context.cookies]).toEqual([]);
    expect(autoLogin).toBe(false);
    expect(await rooms.session.authenticate(authToken, 'cookie')).toBeNull();
    expect(await rooms.session.authenticate(authToken)).not.toBeNull();
    await sql`update member set service = false where account = 'south-leader'`.execute(rooms.db);
  });
});

describe('captcha', () => {
  const due = (): Promise<string[]> => wrong(3);

  it('lets exactly one of 20 at once use it', async () => {
    await due();
    const captcha = await knownCaptcha();
    const reasons = await Promise.all(
      Array.from({ length: 20 }, () => reasonOf(login({ password: 'x', ...captcha }))),
    );
    expect(reasons.filter((one) => one === 'wrongPassword')).toHaveLength(1);
    expect(reasons.filter((one) => one === 'captchaWrong')).toHaveLength(19);
    expect(await reasonOf(login(captcha))).toBe('captchaWrong');
  });

  it('lives two minutes', async () => {
    await due();
    const captcha = await knownCaptcha();
    rooms.clock.move(limits.captcha.life);
    expect(await reasonOf(login(captcha))).toBe('captchaWrong');
  });

  it('is used up by a wrong answer, and no odd id gets past it', async () => {
    await due();
    const captcha = await knownCaptcha();
    expect(await reasonOf(login({ ...captcha, captcha: 'zzzz' }))).toBe('captchaWrong');
    expect(await reasonOf(login(captcha))).toBe('captchaWrong');
    for (const captchaId of ['', '%', '{}', '00000000-0000-0000-0000-000000000000'])
      expect(await reasonOf(login({ captchaId, captcha: '' }))).toBe('captchaWrong');
  });

  it('is a picture without text, stored as a hash', async () => {
    const { data } = await rooms.call(sessionCalls.createCaptcha, {});
    const { image } = data as { image: string };
    const svg = Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toContain('<path');
    expect(svg).not.toMatch(/<text|<tspan|<title|<desc/);
  });

  it('is given 30 times a minute to one address', async () => {
    const make = (address: string) => reasonOf(rooms.call(sessionCalls.createCaptcha, {}, { address }));
    const reasons = await Promise.all(Array.from({ length: 40 }, () => make('198.51.100.50')));
    expect(reasons.filter((one) => one === 'done')).toHaveLength(30);
    expect(reasons.filter((one) => one === 'tooManyRequests')).toHaveLength(10);
    expect(await make('198.51.100.51')).toBe('done');
  });
});

describe('one-time codes', () => {
  const make = async (purpose: string): Promise<string> => {
    const token = await rooms.tokenOf(account);
    const { data } = await rooms.call(sessionCalls.codeCreate, { purpose }, { token });
    return (data as { code: string }).code;
  };
  const spend = (code: string, purpose: string): Promise<string> =>
    reasonOf(rooms.call(sessionCalls.codeExchange, { code, purpose }));

  it('open one session, once', async () => {
    const code = await make('monitor');
    const reasons = await Promise.all(Array.from({ length: 10 }, () => spend(code, 'monitor')));
    expect(reasons.filter((one) => one === 'done')).toHaveLength(1);
    expect(await spend(code, 'monitor')).toBe('codeSpent');
  });

  it('are dead after a minute, and after being shown for another purpose', async () => {
    const late = await make('authInfo');
    rooms.clock.move(limits.session.codeLife);
    expect(await spend(late, 'authInfo')).toBe('codeSpent');
    const misused = await make('authInfo');
    expect(await spend(misused, 'monitor')).toBe('codeSpent');
    expect(await spend(misused, 'authInfo')).toBe('codeSpent');
  });
});

describe('the own password', () => {
  const change = (token: string, oldPassword: string, newPassword: string, confirmPassword = newPassword) =>
    reasonOf(
      rooms.call(memberCalls.changePassword, { oldPassword, newPassword, confirmPassword }, { token }),
    );

  it('is changed with the old one; other sessions and codes end', async () => {
    const token = await rooms.tokenOf(account);
    const other = await rooms.tokenOf(account);
    expect(await change(token, password, 'Neuer_Kran_77', 'Neuer_Kran_78')).toBe('passwordsDiffer');
    expect(await change(token, 'wrong', 'Neuer_Kran_77')).toBe('invalid');
    for (const bad of ['kurz1', 'x'.repeat(21), 'mit leer 1', 'Strich-Punkt', '中文密码密码']) {
      expect(await change(token, password, bad)).toBe('invalid');
    }
    expect(await change(token, password, 'password1')).toBe('passwordCommon');
    expect(await change(token, password, 'Neuer_Kran_77')).toBe('done');
    expect(await rooms.session.authenticate(token)).not.toBeNull();
    expect(await rooms.session.authenticate(other)).toBeNull();
    expect(await reasonOf(login({}))).toBe('wrongPassword');
    expect(await reasonOf(login({ password: 'Neuer_Kran_77' }))).toBe('done');
    const strong = await rooms.member.passwords.hash(password);
    const row = await rooms.member.byAccount(rooms.db, account);
    await rooms.member.setPassword(rooms.db, row?.oid ?? '', { passwordHash: strong, mustChange: false });
  });

  it('must be strong where the organisation says so', async () => {
    await sql`update organisation set policy = '{"strongPasswords": true}' where oid = ${groupRoot}`.execute(
      rooms.db,
    );
    const token = await rooms.tokenOf('south-leader');
    const { data } = await rooms.call(sessionCalls.userInfo, {}, { token });
    expect(data).toMatchObject({ passwordForm: 'strong' });
    expect(await change(token, password, 'Neuer_Kran_77')).toBe('invalid');
    expect(await change(token, password, 'Kranich@Nebel7')).toBe('done');
    await sql`update organisation set policy = '{}' where oid = ${groupRoot}`.execute(rooms.db);
  });

  it('must be changed first where it was given', async () => {
    await sql`update member set must_change = true where account = 'south-leader'`.execute(rooms.db);
    // Nothing else is open yet, so the sign-in itself says which password will be taken.
    const signedIn = await rooms.call(sessionCalls.login, {
      account: 'south-leader',
      password: 'Kranich@Nebel7',
    });
    expect(signedIn.data).toMatchObject({ mustChange: true, passwordForm: 'simple' });
    const token = await rooms.tokenOf('south-leader');
    expect(await reasonOf(rooms.call(sessionCalls.userInfo, {}, { token }))).toBe('mustChangePassword');
    expect(await change(token, 'Kranich@Nebel7', 'Neuer_Kran_77')).toBe('done');
    const { data } = await rooms.call(sessionCalls.userInfo, {}, { token });
    expect(data).toMatchObject({ account: 'south-leader', mustChange: false, authToken: token });
  });

  it('cannot be guessed through a stolen session', async () => {
    const token = await rooms.tokenOf('south-leader');
    const reasons: string[] = [];
    for (let n = 0; n < 25; n += 1) reasons.push(await change(token, 'guess', 'Neuer_Kran_78'));
    expect(reasons.filter((one) => one === 'invalid').length).toBeLessThanOrEqual(20);
    expect(reasons.at(-1)).toBe('tooManyRequests');
  });
});

describe('who one is', () => {
  it('names the department and the organisation, which may be called differently', async () => {
    await sql`update organisation set name = 'South Grid' where oid = ${groupRoot}`.execute(rooms.db);
    const token = await rooms.tokenOf(account);
    const { data } = await rooms.call(sessionCalls.userInfo, {}, { token });
    expect(data).toMatchObject({ groupNameCN: 'south', organisationName: 'South Grid' });
    await sql`update organisation set name = 'south' where oid = ${groupRoot}`.execute(rooms.db);
  });

  it('is named to the browser whose session it is, and to no other', async () => {
    const token = await rooms.tokenOf(account, true);
    const memberOID = (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';
    const cookiesFor = async (kept: Readonly<Record<string, string>>) => {
      const part = { token, cookie: (name: string) => kept[name] };
      return [...(await rooms.call(sessionCalls.userInfo, {}, part)).context.cookies];
    };
    const named = [['memberOID', { value: memberOID, maxAge: 2_592_000 }]];
    expect(await cookiesFor({ '__Host-authToken': token })).toEqual(named);
    expect(await cookiesFor({ '__Host-authToken': token, memberOID: 'another' })).toEqual(named);
    expect(await cookiesFor({ '__Host-authToken': token, memberOID })).toEqual([]);
    expect(await cookiesFor({ '__Host-authToken': await rooms.tokenOf('south-leader') })).toEqual([]);
    expect(await cookiesFor({})).toEqual([]);
  });
});

describe('logging out', () => {
  it('ends the session and clears the cookies', async () => {
    const token = await rooms.tokenOf(account);
    await rooms.call(sessionCalls.logout, {}, { token });
    expect(await rooms.session.authenticate(token)).toBeNull();
  });
});
