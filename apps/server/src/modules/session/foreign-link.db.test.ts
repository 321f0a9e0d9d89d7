import { createPrivateKey, randomUUID, type KeyObject } from 'node:crypto';
import { limits, organisationCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

let rooms: TestRooms;
let key: KeyObject;
let made: { oid: string; privateKey: string; audience: string };
let hereOID: string;

const here = 'north-operator';
const there = 'south-operator';

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('south', ['administrator', 'operator', 'leader'], 'Flug-4711!');
  await rooms.seed('north', ['operator'], 'Flug-4711!');
  const token = await rooms.tokenOf('south-administrator');
  made = (await rooms.call(organisationCalls.keyAdd, { name: 'Portal' }, { token })).data as typeof made;
  key = createPrivateKey(made.privateKey);
  hereOID = (await rooms.member.byAccount(rooms.db, here))?.oid ?? '';
});
afterAll(() => rooms.close());
beforeEach(() => rooms.clock.move(60_000));

const codeOf = async (account: string, purpose = 'authInfo'): Promise<string> => {
  const token = await rooms.tokenOf(account);
  return ((await rooms.call(sessionCalls.codeCreate, { purpose }, { token })).data as { code: string }).code;
};
const payloadOf = (account: string): Promise<string> => {
  const now = Math.floor(rooms.clock.wall() / 1_000);
  return new SignJWT({ account, iat: now, exp: now + 60, jti: randomUUID(), aud: made.audience })
    .setProtectedHeader({ alg: 'EdDSA', kid: made.oid })
    .sign(key);
};

/** Every way by which an address signs in: how a link of an account is made, and spent. */
const ways = (['authInfo', 'monitor', 'openId', 'loginInfo'] as const).map((way) => ({
  way,
  async link(account: string) {
    if (way === 'loginInfo') return { loginInfo: await payloadOf(account) };
    const code = await codeOf(account, way === 'openId' ? 'authInfo' : way);
    if (way === 'openId')
      await sql`update one_time_code set purpose = 'openId' where spent_at is null`.execute(rooms.db);
    return { code, purpose: way };
  },
  async spend(request: object, part: { token?: string; clearCookies?: () => void } = {}) {
    const declaration = way === 'loginInfo' ? sessionCalls.loginInfoExchange : sessionCalls.codeExchange;
    try {
      const { data, context } = await rooms.call(declaration, request, part);
      return { reason: 'done', data: data as SignedIn, context };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { reason: error.reason, data: error.details.data, context: null };
    }
  },
}));

describe.each(ways)('a link ($way) opened where somebody is signed in', ({ way, link, spend }) => {
  it('of the same account opens a session without a question', async () => {
    const memberOID = (await rooms.member.byAccount(rooms.db, there))?.oid;
    const done = await spend({ ...(await link(there)), memberOID });
    expect(done.reason).toBe('done');
    expect(done.context?.cookies.get('__Host-authToken')?.value).toBe((done.data as SignedIn).authToken);
    // Only a sign-in by a provider has left a mark in the browser.
    expect(done.context?.cookies.has('__Host-openId')).toBe(way === 'openId');
  });

  it('of another account is refused, named by account, name and organisation alone, and stays unspent', async () => {
    const request = await link(there);
    const clearCookies = vi.fn<() => void>();
    const asked = await spend({ ...request, memberOID: hereOID }, { clearCookies });
    expect(asked.reason).toBe('otherAccount');
    expect(asked.data).toEqual({ account: there, name: 'south operator', organisationName: 'south' });
    expect(clearCookies).not.toHaveBeenCalled();
    expect((await spend(request)).reason).toBe('done');
  });

  it('ends the session that agreed, and no other, once the new one is open', async () => {
    const request = await link(there);
    const token = await rooms.tokenOf(here);
    const other = await rooms.tokenOf(here);
    const done = await spend(request, { token });
    expect(done.reason).toBe('done');
    expect(await rooms.session.authenticate(token)).toBeNull();
    expect(await rooms.session.authenticate(other)).toMatchObject({ account: here });
    expect(await rooms.session.authenticate((done.data as SignedIn).authToken)).toMatchObject({
      account: there,
    });
  });

  it('signs nobody out when it is dead by the time somebody agrees', async () => {
    const request = await link(there);
    rooms.clock.move(limits.session.codeLife + 1_000);
    const token = await rooms.tokenOf(here);
    const clearCookies = vi.fn<() => void>();
    expect((await spend(request, { token, clearCookies })).reason).toBe('codeSpent');
    expect(await rooms.session.authenticate(token)).toMatchObject({ account: here });
    expect(clearCookies).not.toHaveBeenCalled();
  });

  it('names nobody when it was used, is too old, or is of a disabled member', async () => {
    const used = await link(there);
    await spend(used);
    expect((await spend({ ...used, memberOID: hereOID })).reason).toBe('codeSpent');
    const late = await link(there);
    rooms.clock.move(limits.session.codeLife + 1_000);
    expect((await spend({ ...late, memberOID: hereOID })).reason).toBe('codeSpent');
    const disabled = await link('south-leader');
    await sql`update member set enabled = false where account = 'south-leader'`.execute(rooms.db);
    expect((await spend({ ...disabled, memberOID: hereOID })).reason).toBe('codeSpent');
    await sql`update member set enabled = true where account = 'south-leader'`.execute(rooms.db);
  });
});

it('a code asked about for another purpose is spent and names nobody', async () => {
  const code = await codeOf(there);
  const ask = (purpose: string) =>
    rooms.call(sessionCalls.codeExchange, { code, purpose, memberOID: hereOID });
  await expect(ask('monitor')).rejects.toMatchObject({ reason: 'codeSpent' });
  await expect(ask('authInfo')).rejects.toMatchObject({ reason: 'codeSpent' });
});

it('asking is limited like signing in', async () => {
  const code = await codeOf(there);
  const request = { code, purpose: 'authInfo', memberOID: hereOID };
  const ask = () =>
    rooms
      .call(sessionCalls.codeExchange, request, { address: '198.51.100.77' })
      .catch((error: unknown) => (error as Refusal).reason);
  const reasons: unknown[] = [];
  for (let n = 0; n <= limits.login.perAddressPerMinute; n += 1) reasons.push(await ask());
  expect(reasons.filter((one) => one === 'tooManyRequests')).toHaveLength(1);
  expect(reasons.filter((one) => one === 'otherAccount')).toHaveLength(limits.login.perAddressPerMinute);
});

it('leaves a row of what was refused in the log of whose account it was', async () => {
  const code = await codeOf(there);
  const ask = rooms.call(sessionCalls.codeExchange, { code, purpose: 'authInfo', memberOID: hereOID });
  await expect(ask).rejects.toMatchObject({ reason: 'otherAccount' });
  const { rows } = await sql`select outcome, detail from audit_log where action = 'login.code'
    order by seq desc limit 1`.execute(rooms.db);
  expect(rows).toMatchObject([
    { outcome: 'refused', detail: { purpose: 'authInfo', reason: 'otherAccount' } },
  ]);
});
