import { memberCalls, organisationCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const password = 'Flug-4711!';
const account = 'south-operator';
let rooms: TestRooms;
let groupRoot: string;
let administrator: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['administrator', 'operator', 'leader'], password);
  administrator = await rooms.tokenOf('south-administrator');
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await forget();
  await remove();
  rooms.clock.move(60_000);
});

const login = async (request: object = {}): Promise<SignedIn> =>
  (await rooms.call(sessionCalls.login, { account, password, ...request })).data as SignedIn;
const settings = (change: object) => rooms.call(organisationCalls.edit, change, { token: administrator });

/** The code that the app shows, so many steps from now. */
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: rooms.clock.wall() + steps * 30_000,
  });

/** Sets an authenticator up. @returns its secret and recovery codes. */
async function setUp(token: string) {
  const { data } = await rooms.call(sessionCalls.authenticatorBegin, { password }, { token });
  const { secret, uri } = data as { secret: string; uri: string };
  const done = await rooms.call(sessionCalls.authenticatorConfirm, { totp: codeAt(secret) }, { token });
  rooms.clock.move(30_000);
  return { secret, uri, recoveryCodes: (done.data as { recoveryCodes: string[] }).recoveryCodes };
}
/** Failures of the steps before. */
const forget = () => sql`delete from login_failure`.execute(rooms.db);
const remove = async (): Promise<void> => {
  await sql`delete from authenticator`.execute(rooms.db);
  await sql`delete from recovery_code`.execute(rooms.db);
};

describe('the authenticator app', () => {
  it('is asked for after the right password, and only then', async () => {
    const { secret, uri, recoveryCodes } = await setUp(await rooms.tokenOf(account));
    expect(uri).toMatch(/^otpauth:\/\/totp\/south:south-operator\?issuer=south&secret=[A-Z2-7]{32}&/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await reasonOf(login({ password: 'wrong' }))).toBe('wrongPassword');
    expect(await reasonOf(login({ password: 'wrong', totp: codeAt(secret) }))).toBe('wrongPassword');
    expect(await reasonOf(login())).toBe('totpRequired');
    expect(await reasonOf(login({ totp: codeAt(secret) }))).toBe('done');
  });

  it('takes a step either side and no more, and each code once', async () => {
    const { secret } = await setUp(await rooms.tokenOf(account));
    rooms.clock.move(300_000);
    expect(await reasonOf(login({ totp: codeAt(secret, -2) }))).toBe('totpWrong');
    expect(await reasonOf(login({ totp: codeAt(secret, 2) }))).toBe('totpWrong');
    const before = codeAt(secret, -1);
    expect(await reasonOf(login({ totp: before }))).toBe('done');
    expect(await reasonOf(login({ totp: before }))).toBe('totpWrong');
    await forget();
    const now = codeAt(secret);
    const all = await Promise.all([1, 2].map(() => reasonOf(login({ totp: now }))));
    expect(all.toSorted()).toEqual(['done', 'totpWrong']);
    await forget();
    expect(await reasonOf(login({ totp: codeAt(secret, 1) }))).toBe('done');
  });

  it('counts wrong codes like wrong passwords; asking for the code costs nothing', async () => {
    await setUp(await rooms.tokenOf(account));
    for (let n = 0; n < 5; n += 1) expect(await reasonOf(login())).toBe('totpRequired');
    const tries: string[] = [];
    for (let n = 0; n < 5; n += 1) tries.push(await reasonOf(login({ totp: '000000' })));
    expect(tries).toEqual(['totpWrong', 'totpWrong', 'totpWrong', 'captchaRequired', 'captchaRequired']);
    // The right password alone does not start the count anew.
    expect(await reasonOf(login())).toBe('captchaRequired');
  });

  it('can be replaced by recovery codes, each once, in any spelling', async () => {
    const { recoveryCodes } = await setUp(await rooms.tokenOf(account));
    const [first = '', second = ''] = recoveryCodes;
    expect(await reasonOf(login({ totp: first }))).toBe('done');
    expect(await reasonOf(login({ totp: first }))).toBe('totpWrong');
    expect(await reasonOf(login({ totp: second.toUpperCase().replaceAll('-', ' ') }))).toBe('done');
    const { rows } = await sql<{
      hit: boolean;
    }>`select bool_or(position(${Buffer.from(first)}::bytea in code_hash) > 0)
      as hit from recovery_code`.execute(rooms.db);
    expect(rows[0]?.hit).toBe(false);
    const token = await rooms.tokenOf(account);
    const { data } = await rooms.call(sessionCalls.authenticator, {}, { token });
    expect(data).toMatchObject({ enabled: true, recoveryLeft: 8, required: false });
  });

  it('is set up, renewed and removed with the password, and the last two with a code', async () => {
    const token = await rooms.tokenOf(account);
    const begin = (given: string) =>
      reasonOf(rooms.call(sessionCalls.authenticatorBegin, { password: given }, { token }));
    expect(await begin('wrong')).toBe('invalid');
    const { secret } = await setUp(token);
    expect(await begin(password)).toBe('authenticatorInForce');
    const renew = (request: object) =>
      reasonOf(rooms.call(sessionCalls.authenticatorRenew, request, { token }));
    expect(await renew({ password, totp: '000000' })).toBe('totpWrong');
    expect(await renew({ password, totp: codeAt(secret) })).toBe('done');
    rooms.clock.move(30_000);
    const off = (request: object) =>
      reasonOf(rooms.call(sessionCalls.authenticatorRemove, request, { token }));
    expect(await off({ password: 'wrong', totp: codeAt(secret) })).toBe('invalid');
    expect(await off({ password, totp: codeAt(secret) })).toBe('done');
    await forget();
    expect(await reasonOf(login())).toBe('done');
  });

  it('is in force only once it is confirmed, and keeps its secret sealed', async () => {
    const token = await rooms.tokenOf(account);
    const { data } = await rooms.call(sessionCalls.authenticatorBegin, { password }, { token });
    const { secret } = data as { secret: string };
    expect(await reasonOf(login())).toBe('done');
    expect(await reasonOf(rooms.call(sessionCalls.authenticatorConfirm, { totp: '000000' }, { token }))).toBe(
      'totpWrong',
    );
    const { rows } = await sql<{ hit: boolean }>`select position(${Buffer.from(secret)}::bytea in secret) > 0
      or position(${Buffer.from(Secret.fromBase32(secret).bytes)}::bytea in secret) > 0 as hit
      from authenticator`.execute(rooms.db);
    expect(rows).toEqual([{ hit: false }]);
  });

  it('is removed by an administrator, which ends the sessions', async () => {
    const token = await rooms.tokenOf(account);
    await setUp(token);
    const { oid } = await login({ totp: 'x' }).catch(
      async () => (await rooms.member.byAccount(rooms.db, account))!,
    );
    const reset = (by: string) =>
      reasonOf(rooms.call(sessionCalls.authenticatorReset, { oid }, { token: by }));
    expect(await reset(await rooms.tokenOf('south-leader'))).toBe('notAllowed');
    expect(await reset(administrator)).toBe('done');
    expect(await rooms.session.authenticate(token)).toBeNull();
    expect(await reasonOf(login())).toBe('done');
    expect(await reset(administrator)).toBe('authenticatorMissing');
    const self = (await rooms.member.byAccount(rooms.db, 'south-administrator'))?.oid;
    expect(
      await reasonOf(rooms.call(sessionCalls.authenticatorReset, { oid: self }, { token: administrator })),
    ).toBe('ownRights');
  });
});

describe('what an organisation demands', () => {
  const ask = (token: string) => reasonOf(rooms.call(sessionCalls.userInfo, {}, { token }));

  it('holds from the next sign-in on: an app must be set up before anything else', async () => {
    const earlier = await rooms.tokenOf(account);
    await settings({ totpRequired: true });
    expect(await ask(earlier)).toBe('done');
    const { authToken, mustSetUp } = await login();
    expect(mustSetUp).toBe(true);
    expect(await ask(authToken)).toBe('mustSetUp');
    await setUp(authToken);
    expect(await ask(authToken)).toBe('done');
    await settings({ totpRequired: false });
  });

  it('a password that is too old must be changed', async () => {
    await settings({ passwordDays: 30 });
    await sql`update member set password_changed_at = ${new Date(rooms.clock.wall() - 31 * 86_400_000)}
      where account = ${account}`.execute(rooms.db);
    const { authToken, mustChange } = await login();
    expect(mustChange).toBe(true);
    expect(await ask(authToken)).toBe('mustChangePassword');
    const change = { oldPassword: password, newPassword: 'Neuer_Kran_77', confirmPassword: 'Neuer_Kran_77' };
    await rooms.call(memberCalls.changePassword, change, { token: authToken });
    expect(await ask(authToken)).toBe('done');
    await settings({ passwordDays: null });
    const row = await rooms.member.byAccount(rooms.db, account);
    const passwordHash = await rooms.member.passwords.hash(password);
    await rooms.member.setPassword(rooms.db, row?.oid ?? '', { passwordHash, mustChange: false });
    expect((await login()).mustChange).toBeUndefined();
  });

  it('sessions end after the rest that it allows, and are remembered only if it allows that', async () => {
    await settings({ idleMinutes: 10, rememberAllowed: false });
    const { authToken, autoLogin } = await login({ remember: true });
    expect(autoLogin).toBe(false);
    rooms.clock.move(9 * 60_000);
    expect(await ask(authToken)).toBe('done');
    rooms.clock.move(10 * 60_000);
    expect(await ask(authToken)).toBe('notSignedIn');
    administrator = await rooms.tokenOf('south-administrator');
    await settings({ idleMinutes: 120, rememberAllowed: true });
    expect((await login({ remember: true })).autoLogin).toBe(true);
  });

  it('is changed by whoever may, with values that make sense', async () => {
    expect(await reasonOf(settings({ timeZone: 'Mars/Olympus' }))).toBe('invalid');
    expect(await reasonOf(settings({ idleMinutes: 4 }))).toBe('invalid');
    expect(await reasonOf(settings({ idleMinutes: 121 }))).toBe('invalid');
    const { data } = await settings({ name: ' 南方电网 ', timeZone: 'Asia/Riyadh' });
    expect(data).toMatchObject({
      name: '南方电网',
      timeZone: 'Asia/Riyadh',
      idleMinutes: 120,
      allowed: ['edit', 'add'],
    });
    const late = { idleMinutes: 60, before: { timeZone: 'Asia/Shanghai' } };
    expect(await reasonOf(settings(late))).toBe('conflict');
    expect(await reasonOf(settings({ ...late, before: { idleMinutes: 120 } }))).toBe('done');
    const { rows } = await sql`select name from department where group_root = ${groupRoot}`.execute(rooms.db);
    expect(rows).toEqual([{ name: '南方电网' }]);
    const token = await rooms.tokenOf(account);
    expect(await reasonOf(rooms.call(organisationCalls.edit, { name: 'x' }, { token }))).toBe('notAllowed');
  });
});
