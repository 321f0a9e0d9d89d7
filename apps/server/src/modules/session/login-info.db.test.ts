import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { organisationCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const password = 'Flug-4711!';
let rooms: TestRooms;
let groupRoot: string;
let administrator: string;
let key: KeyObject;
let made: { oid: string; privateKey: string; audience: string };

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['administrator', 'operator', 'leader'], password);
  await rooms.seed('north', ['operator'], password);
  administrator = await rooms.tokenOf('south-administrator');
  const { data } = await rooms.call(organisationCalls.keyAdd, { name: 'Portal' }, { token: administrator });
  made = data as typeof made;
  key = createPrivateKey(made.privateKey);
});
afterAll(() => rooms.close());
beforeEach(() => rooms.clock.move(60_000));

const seconds = (): number => Math.floor(rooms.clock.wall() / 1_000);

interface Parts {
  header?: object;
  claims?: Record<string, unknown>;
  signWith?: KeyObject | Uint8Array;
}
/** A payload as the other system makes it, with whatever a test wants otherwise. */
const payload = ({ header = {}, claims = {}, signWith = key }: Parts = {}): Promise<string> =>
  new SignJWT({
    account: 'south-operator',
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomUUID(),
    aud: groupRoot,
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: made.oid, ...header })
    .sign(signWith);
const exchange = (loginInfo: string) => rooms.call(sessionCalls.loginInfoExchange, { loginInfo });

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const byHand = (header: object, claims: object, secret: string | Buffer | null): string => {
  const body = `${encoded(header)}.${encoded(claims)}`;
  return `${body}.${secret === null ? '' : createHmac('sha256', secret).update(body).digest('base64url')}`;
};
const goodClaims = () => ({
  account: 'south-operator',
  iat: seconds(),
  exp: seconds() + 60,
  jti: randomUUID(),
  aud: groupRoot,
});

describe('a payload signed by another system', () => {
  it('signs its member in, opens the page it names, and clears what was there', async () => {
    const { data, context } = await exchange(await payload({ claims: { page: '/RoutePlanning' } }));
    expect(data).toMatchObject({ groupRoot, page: '/RoutePlanning', autoLogin: false });
    expect(await rooms.session.authenticate((data as SignedIn).authToken)).toMatchObject({
      account: 'south-operator',
    });
    expect(context.cookies.get('__Host-authToken')?.value).toBe((data as SignedIn).authToken);
    const { data: keys } = await rooms.call(organisationCalls.keys, {}, { token: administrator });
    expect(keys).toMatchObject([{ name: 'Portal', lastUsedAt: rooms.clock.wall() }]);
  });

  it('clears what a browser kept where nobody is signed in, also when it is refused', async () => {
    const clearCookies = vi.fn<() => void>();
    const ask = (loginInfo: string, part: object) =>
      reasonOf(rooms.call(sessionCalls.loginInfoExchange, { loginInfo }, { clearCookies, ...part }));
    expect(await ask('spoiled', { token: await rooms.tokenOf('south-operator') })).toBe('codeSpent');
    expect(clearCookies).not.toHaveBeenCalled();
    expect(await ask('spoiled', {})).toBe('codeSpent');
    expect(clearCookies).toHaveBeenCalledOnce();
  });

  it('works once, also when it comes ten times at once', async () => {
    const loginInfo = await payload();
    const all = await Promise.all(Array.from({ length: 10 }, () => reasonOf(exchange(loginInfo))));
    expect(all.filter((one) => one === 'done')).toHaveLength(1);
    expect(await reasonOf(exchange(loginInfo))).toBe('codeSpent');
  });

  it('is dead after a minute, and never lives longer', async () => {
    const loginInfo = await payload();
    rooms.clock.move(61_000);
    expect(await reasonOf(exchange(loginInfo))).toBe('codeSpent');
    const long = await payload({ claims: { exp: seconds() + 61 } });
    expect(await reasonOf(exchange(long))).toBe('codeSpent');
    const ahead = await payload({ claims: { iat: seconds() + 30, exp: seconds() + 90 } });
    expect(await reasonOf(exchange(ahead))).toBe('codeSpent');
  });

  it.each<[string, () => Parts]>([
    ['another organisation', () => ({ claims: { aud: randomUUID() } })],
    ['no organisation', () => ({ claims: { aud: undefined } })],
    ['no jti', () => ({ claims: { jti: undefined } })],
    ['no iat', () => ({ claims: { iat: undefined } })],
    ['no exp', () => ({ claims: { exp: undefined } })],
    ['no account', () => ({ claims: { account: undefined } })],
    ['an account of another organisation', () => ({ claims: { account: 'north-operator' } })],
    ['an unknown account', () => ({ claims: { account: 'nobody' } })],
    ['an address in place of a page', () => ({ claims: { page: '//evil.example' } })],
    ['another key', () => ({ signWith: generateKeyPairSync('ed25519').privateKey })],
    ['an unknown key id', () => ({ header: { kid: randomUUID() } })],
    ['a path as key id', () => ({ header: { kid: '../../../dev/null' } })],
    ['SQL as key id', () => ({ header: { kid: "' or 1=1 --" } })],
    ['no key id', () => ({ header: { kid: undefined } })],
    ['a key of its own in the header', () => ({ header: { kid: undefined, jwk: { kty: 'OKP' } } })],
  ])('is refused with %s', async (_what, parts) => {
    expect(await reasonOf(exchange(await payload(parts())))).toBe('codeSpent');
  });

  it('cannot be forged', async () => {
    const { rows } = await sql<{ x: string }>`select public_key ->> 'x' as x from integration_key`.execute(
      rooms.db,
    );
    const publicBytes = Buffer.from(rows[0]?.x ?? '', 'base64url');
    const kid = made.oid;
    const [head = '', body = '', signature = ''] = (await payload()).split('.');
    const forged = [
      byHand({ alg: 'none', kid }, goodClaims(), null),
      byHand({ alg: 'None', kid }, goodClaims(), null),
      `${encoded({ alg: 'none', kid })}.${body}.${signature}`,
      // The public key as the secret of another algorithm, and well-known secrets.
      ...[publicBytes, 'CloudApiSample', 'thingsboardDefaultSigningKey', 'nodemedia2017privatekey', ''].map(
        (secret) => byHand({ alg: 'HS256', kid }, goodClaims(), secret),
      ),
      `${head}.${encoded({ ...goodClaims(), account: 'south-administrator' })}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      '..',
      '.',
      'x',
      '{}',
    ];
    for (const loginInfo of forged) {
      rooms.clock.move(1_000);
      expect(await reasonOf(exchange(loginInfo)), loginInfo.slice(0, 60)).toBe('codeSpent');
    }
  });

  it('is broken by any flipped bit', async () => {
    const good = await payload();
    const bytes = Buffer.from(good);
    const refused: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      if (n % 100 === 0) rooms.clock.move(60_000);
      const changed = Buffer.from(bytes);
      const at = (n * 7919) % (bytes.length - 2);
      changed[at] = (changed[at] ?? 0) ^ (1 << (n % 7));
      const text = changed.toString('latin1');
      if (text === good) continue;
      refused.push(await reasonOf(exchange(text)));
    }
    expect(new Set(refused)).toEqual(new Set(['codeSpent']));
  });

  it('signs no disabled member in, and clears the cookies all the same', async () => {
    await sql`update member set enabled = false where account = 'south-leader'`.execute(rooms.db);
    expect(await reasonOf(exchange(await payload({ claims: { account: 'south-leader' } })))).toBe(
      'codeSpent',
    );
  });

  it('is worth nothing once its key is deleted', async () => {
    const loginInfo = await payload();
    await rooms.call(organisationCalls.keyRemove, { oids: [made.oid] }, { token: administrator });
    expect(await reasonOf(exchange(loginInfo))).toBe('codeSpent');
  });
});

describe('integration keys', () => {
  it('are shown once and kept as their public half alone', async () => {
    const { data } = await rooms.call(organisationCalls.keyAdd, { name: 'Second' }, { token: administrator });
    const { privateKey } = data as { privateKey: string };
    expect(privateKey).toMatch(/^-----BEGIN \w+ KEY-----/);
    const secret = createPrivateKey(privateKey).export({ format: 'jwk' }).d ?? '';
    const { rows } = await sql<{ all: string }>`select string_agg(public_key::text, '') as all
      from integration_key`.execute(rooms.db);
    expect(rows[0]?.all).not.toContain(secret);
    const { data: keys } = await rooms.call(organisationCalls.keys, {}, { token: administrator });
    expect(JSON.stringify(keys)).not.toContain('PRIVATE');
  });

  it('have names of their own and an end to their number', async () => {
    const add = (name: string) =>
      reasonOf(rooms.call(organisationCalls.keyAdd, { name }, { token: administrator }));
    expect(await add('second')).toBe('nameTaken');
    const all = await Promise.all(Array.from({ length: 25 }, (_, n) => add(`key ${n}`)));
    expect(all.filter((one) => one === 'done')).toHaveLength(19);
  });

  it('are the organisation’s own', async () => {
    await rooms.seed('west', ['administrator'], password);
    const west = await rooms.tokenOf('west-administrator');
    const { data } = await rooms.call(organisationCalls.keys, {}, { token: administrator });
    const [first] = data as { oid: string }[];
    expect((await rooms.call(organisationCalls.keys, {}, { token: west })).data).toEqual([]);
    expect(
      await reasonOf(rooms.call(organisationCalls.keyRemove, { oids: [first?.oid] }, { token: west })),
    ).toBe('notFound');
  });
});
