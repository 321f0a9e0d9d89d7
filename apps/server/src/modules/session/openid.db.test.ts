import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { organisationCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../../testing/openid-provider.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { openIdCookie } from './openid-cookie.ts';

const password = 'Flug-4711!';
const visitor = { address: '192.0.2.1', correlationId: 'test' };
let rooms: TestRooms;
let provider: TestProvider;
let groupRoot: string;
let administrator: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['administrator', 'operator', 'auditor'], password);
  await rooms.seed('north', ['operator'], password);
  administrator = await rooms.tokenOf('south-administrator');
  provider = await startTestProvider('http://127.0.0.1:9/openid/return');
});
afterAll(async () => {
  await provider.stop();
  await rooms.close();
});
beforeEach(async () => {
  rooms.clock.move(60_000);
  provider.account = 'south-operator';
  provider.claims = {};
  await setProvider({});
});

const setProvider = (part: object) =>
  rooms.call(
    organisationCalls.openIdEdit,
    {
      enabled: true,
      name: 'Company sign-on',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      accountClaim: 'preferred_username',
      ...part,
    },
    { token: administrator },
  );

async function start(page?: string) {
  const { data, context } = await rooms.call(sessionCalls.openIdStart, { oid: groupRoot, page });
  const cookie = context.cookies.get(openIdCookie);
  return { url: (data as { url: string }).url, cookie: cookie?.value, maxAge: cookie?.maxAge };
}
const finish = (query: URLSearchParams, cookie: string | undefined) =>
  rooms.session.openIdReturn(query, cookie, visitor);
/** The whole way. @returns the page it ends on, and the cookie that the browser was given. */
async function goAll(page?: string): Promise<{ page: string; cookie: string | undefined }> {
  const { url, cookie } = await start(page);
  return { page: await finish(await provider.visit(url), cookie), cookie };
}
const goThrough = async (page?: string): Promise<string> => (await goAll(page)).page;
const codeOf = (page: string): string => new URL(page, 'http://here').searchParams.get('openId') ?? '';
const reasons = async (): Promise<string[]> => {
  const { rows } = await sql<{ reason: string }>`select detail ->> 'reason' as reason from audit_log
    where action = 'login.openId' order by seq desc limit 1`.execute(rooms.db);
  return rows.map((row) => row.reason);
};

describe('signing in by an OpenID provider', () => {
  it('ends at the wanted page with a code that opens one session', async () => {
    const { page, cookie } = await goAll('/RoutePlanning?page=2');
    expect(page).toMatch(/^\/RoutePlanning\?page=2&openId=[\w-]{43}$/);
    const request = { code: codeOf(page), purpose: 'openId' };
    const exchange = () => rooms.call(sessionCalls.codeExchange, request, { cookie: () => cookie });
    const { data, context } = await exchange();
    // The mark of the browser has served its end.
    expect(context.cookies.get(openIdCookie)).toMatchObject({ value: '', maxAge: 0 });
    expect(data).toMatchObject({ groupRoot, target: '/RoutePlanning?page=2' });
    expect(await rooms.session.authenticate((data as SignedIn).authToken)).toMatchObject({
      account: 'south-operator',
    });
    expect(await reasonOf(exchange())).toBe('codeSpent');
  });

  it('ends with a code that is worth nothing in another browser, and nothing afterwards', async () => {
    const { page, cookie } = await goAll('/');
    const request = { code: codeOf(page), purpose: 'openId' };
    const exchange = (given: string | undefined) =>
      reasonOf(rooms.call(sessionCalls.codeExchange, request, { cookie: () => given }));
    expect(await exchange((await start()).cookie)).toBe('codeSpent');
    expect(await exchange(cookie)).toBe('codeSpent');
    const again = await goAll('/');
    const bare = rooms.call(sessionCalls.codeExchange, { code: codeOf(again.page), purpose: 'openId' });
    expect(await reasonOf(bare)).toBe('codeSpent');
  });

  it('carries proof keys, state and nonce, and a cookie of ten minutes', async () => {
    const { url, cookie, maxAge } = await start();
    const query = new URL(url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length, name).toBeGreaterThanOrEqual(43);
    expect(cookie?.length).toBe(43);
    expect(maxAge).toBe(600);
    // What stands in the database is no help to whoever reads it.
    const { rows } = await sql`select 1 from openid_start
      where encode(state_hash, 'escape') like ${`%${query.get('state')}%`}`.execute(rooms.db);
    expect(rows).toEqual([]);
  });

  it('takes no other state, no second use, and no other browser', async () => {
    const { url, cookie } = await start();
    const query = await provider.visit(url);
    const changed = new URLSearchParams(query);
    changed.set('state', 'x'.repeat(43));
    expect(await finish(changed, cookie)).toBe('/?openId=failed');
    expect(await reasons()).toEqual(['state']);
    expect(codeOf(await finish(query, cookie))).toMatch(/^[\w-]{43}$/);
    expect(await finish(query, cookie)).toBe('/?openId=failed');
    const other = await start();
    const otherQuery = await provider.visit(other.url);
    expect(await finish(otherQuery, cookie)).toBe('/?openId=failed');
    expect(await reasons()).toEqual(['browser']);
    const bare = await start();
    expect(await finish(await provider.visit(bare.url), undefined)).toBe('/?openId=failed');
  });

  it('takes no other nonce and no other proof', async () => {
    for (const column of ['nonce', 'verifier']) {
      const { url, cookie } = await start();
      await sql`update openid_start set ${sql.ref(column)} = ${'y'.repeat(43)}`.execute(rooms.db);
      expect(await finish(await provider.visit(url), cookie), column).toBe('/?openId=failed');
      expect(await reasons()).toEqual(['provider']);
    }
  });

  it('takes nothing after ten minutes', async () => {
    const { url, cookie } = await start();
    const query = await provider.visit(url);
    rooms.clock.move(600_000);
    expect(await finish(query, cookie)).toBe('/?openId=failed');
  });

  it('makes nobody a member, and lets nobody of another organisation in', async () => {
    for (const account of ['stranger', 'north-operator', '']) {
      provider.account = account || 'x';
      if (!account) provider.claims = { preferred_username: 7 };
      expect(await goThrough(), account).toBe('/?openId=failed');
    }
    const { rows } = await sql`select 1 from member where account = 'stranger'`.execute(rooms.db);
    expect(rows).toEqual([]);
  });

  it('lets no disabled member in', async () => {
    provider.account = 'south-auditor';
    await sql`update member set enabled = false where account = 'south-auditor'`.execute(rooms.db);
    expect(await goThrough()).toBe('/?openId=failed');
    expect(await reasons()).toEqual(['disabled']);
  });

  it('finds the account by the claim that was chosen, and by an address only when it is confirmed', async () => {
    await sql`update member set account = 'op@south.example' where account = 'south-operator'`.execute(
      rooms.db,
    );
    await setProvider({ accountClaim: 'email' });
    provider.claims = { email: 'op@south.example', email_verified: false };
    expect(await goThrough()).toBe('/?openId=failed');
    provider.claims = { email: 'op@south.example', email_verified: true };
    expect(codeOf(await goThrough())).toMatch(/^[\w-]{43}$/);
    await sql`update member set account = 'south-operator' where account = 'op@south.example'`.execute(
      rooms.db,
    );
  });

  it('says no at once when the provider is gone, or was never one', async () => {
    const gone = await startTestProvider('http://127.0.0.1:9/openid/return');
    await setProvider({ issuer: gone.issuer });
    await gone.stop();
    expect(await reasonOf(rooms.call(sessionCalls.openIdStart, { oid: groupRoot }))).toBe('openIdFailed');
    await setProvider({ enabled: false });
    for (const oid of [groupRoot, '0199c0de-0000-7000-8000-000000000001'])
      expect(await reasonOf(rooms.call(sessionCalls.openIdStart, { oid }))).toBe('openIdFailed');
  });

  it('goes back to no page but ours', async () => {
    for (const page of ['https://evil.example', '//evil.example', 'x\r\nset-cookie: a=b', '/a\r\nx: y']) {
      const { url, cookie } = await start(page);
      const end = await finish(await provider.visit(url), cookie);
      // It stands behind the hash of our own address.
      expect(end).toMatch(/^\//);
      expect(end).not.toMatch(/[\r\n]/);
    }
  });
});

describe('the door of an organisation', () => {
  const shown = async (organisation?: string) =>
    (await rooms.call(sessionCalls.openIdDoors, { organisation })).data;

  it('is shown to whoever knows the organisation, and tells nobody whether there is one', async () => {
    expect(await shown(groupRoot)).toEqual([{ oid: groupRoot, name: 'Company sign-on' }]);
    expect(await shown()).toEqual([]);
    expect(await shown('0199c0de-0000-7000-8000-000000000001')).toEqual([]);
    await setProvider({ enabled: false });
    expect(await shown(groupRoot)).toEqual([]);
  });

  it('never gives its secret back, keeps it sealed, and forgets it with the provider', async () => {
    const { data } = await rooms.call(organisationCalls.openId, {}, { token: administrator });
    expect(data).toMatchObject({ hasSecret: true, redirectUrl: 'http://127.0.0.1:9/openid/return' });
    expect(JSON.stringify(data)).not.toContain(provider.clientSecret);
    const { rows } = await sql<{
      found: boolean;
    }>`select position(${Buffer.from(provider.clientSecret)}::bytea
      in client_secret) > 0 as found from openid_provider`.execute(rooms.db);
    expect(rows).toEqual([{ found: false }]);
    const log =
      await sql`select 1 from audit_log where detail::text like ${`%${provider.clientSecret}%`}`.execute(
        rooms.db,
      );
    expect(log.rows).toEqual([]);
    await setProvider({ clientSecret: undefined });
    expect(codeOf(await goThrough())).toMatch(/^[\w-]{43}$/);
    await setProvider({ clientSecret: undefined, issuer: 'https://other.example' });
    const after = await rooms.call(organisationCalls.openId, {}, { token: administrator });
    expect(after.data).toMatchObject({ hasSecret: false });
  });

  it.each([
    'http://192.0.2.1',
    'https://169.254.169.254',
    'https://0x7f.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'https://a:b@op.example',
    'https://op.example/?x=1',
    'ldap://x',
    'nonsense',
  ])('does not lead to %s', async (issuer) => {
    const taken = await reasonOf(setProvider({ issuer }));
    // On a server that only its own machine reaches the loopback may be written in any way.
    if (issuer === 'https://0x7f.1/') expect(['done', 'invalid']).toContain(taken);
    else expect(taken).toBe('invalid');
  });
});

describe('a provider that is not what its address promised', () => {
  let page = (_issuer: string): { status: number; body: string } => ({ status: 404, body: '' });
  let server: Server;
  let issuer: string;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      const { status, body } = page(issuer);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  const described = (part: object) => (at: string) => ({
    status: 200,
    body: JSON.stringify({ issuer: at, token_endpoint: `${at}/token`, jwks_uri: `${at}/keys`, ...part }),
  });

  it.each<[string, typeof page]>([
    ['says that there is nothing', () => ({ status: 404, body: '' })],
    ['sends people somewhere else', () => ({ status: 302, body: '' })],
    ['answers a page instead of its description', () => ({ status: 200, body: '<html></html>' })],
    ['says that it is another', described({ issuer: 'https://other.example' })],
    ['names no page to sign in', described({})],
    ['names a page that is no address', described({ authorization_endpoint: 'sign-in' })],
    ['names a script as its page', described({ authorization_endpoint: 'javascript:alert(1)' })],
  ])('and %s is refused as openIdFailed', async (_what, answer) => {
    page = answer;
    await setProvider({ issuer });
    expect(await reasonOf(start())).toBe('openIdFailed');
    expect(await reasons()).toEqual(['provider']);
  });

  it('and names a page of its own is gone to', async () => {
    page = (at) => described({ authorization_endpoint: `${at}/sign-in` })(at);
    await setProvider({ issuer });
    expect((await start()).url.startsWith(`${issuer}/sign-in?`)).toBe(true);
  });
});
