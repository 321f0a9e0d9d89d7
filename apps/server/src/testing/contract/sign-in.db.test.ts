import { randomBytes } from 'node:crypto';
import { buildKmz } from '@eyrie/testing';
import { calls, limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receive, type Sent } from './send.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  for (const table of ['login_failure', 'address_call'])
    await sql`delete from ${sql.table(table)}`.execute(world.db);
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Sent> =>
  receive(
    fetch(`${world.server.running.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
const login = (account: string, headers: Record<string, string> = {}): Promise<Sent> =>
  post(calls.session.login.path, { account, password: 'wrong-guess' }, headers);
const reasonOf = ({ body }: Sent): string => body.data.reason as string;
const count = (reasons: readonly string[], reason: string): number =>
  reasons.filter((one) => one === reason).length;

describe('guessing over the wire', () => {
  it('gains nothing by forged addresses', async () => {
    const reasons: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const forged = `203.0.113.${n}`;
      const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
      reasons.push(reasonOf(await login(`forged-${n}`, headers)));
    }
    expect(count(reasons, 'wrongPassword')).toBe(limits.login.freeFailures);
    expect(count(reasons, 'captchaRequired')).toBe(60 - limits.login.freeFailures);
  });

  it('is answered alike for accounts that exist and that do not', async () => {
    const answers = async (account: string): Promise<string[]> => {
      await sql`delete from login_failure`.execute(world.db);
      const bodies: string[] = [];
      for (let n = 0; n < 4; n += 1) {
        const sent = await login(account);
        bodies.push(`${sent.status} ${sent.text} ${[...sent.headers.keys()].toSorted().join()}`);
      }
      return bodies;
    };
    expect(await answers('south-operator')).toEqual(await answers('nobody-at-all'));
  });
});

describe('an invitation over the wire', () => {
  it('that is none is answered alike for accounts that exist and that do not', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const answers = new Set<string>();
    for (let n = 0; n < limits.member.acceptsPerAddressPerMinute / 2; n += 1)
      for (const kind of ['known', 'unknown'] as const) {
        const sent = await post(calls.invitation.accept.path, {
          code: randomBytes(32).toString('base64url'),
          account: kind === 'known' ? 'south-operator' : `nobody-${n}`,
          name: 'Guest',
          password: 'Osprey#Nest42',
        });
        answers.add(`${sent.status} ${sent.text} ${[...sent.headers.keys()].toSorted().join()}`);
        times[kind].push(sent.took);
      }
    expect([...answers]).toEqual([expect.stringContaining('invitationSpent')]);
    // Milliseconds; the hash of a password takes longer. Others who use this machine only ever add to the fastest.
    expect(Math.abs(Math.min(...times.known) - Math.min(...times.unknown))).toBeLessThan(50);
  });
});

describe('a token over the wire', () => {
  const ask = async (token: string): Promise<number> =>
    (await world.send(calls.appearance.mapSettings, token, {})).status;

  it('is nothing that was made up, changed or meant for something else', async () => {
    const good = world.south.tokens.operator;
    expect(await ask(good)).toBe(200);
    const bytes = Buffer.from(good);
    const statuses = new Set<number>();
    for (let n = 0; n < 300; n += 1) {
      const changed = Buffer.from(bytes);
      const at = n % bytes.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << (n % 5));
      const text = changed.toString('latin1');
      if (text !== good && /^[\x21-\x7e]+$/.test(text)) statuses.add(await ask(text));
    }
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const token of [
      `${part({ alg: 'none' })}.${part({ account: 'admin' })}.`,
      randomBytes(32).toString('base64url'),
      'CloudApiSample',
      'thingsboardDefaultSigningKey',
      'nodemedia2017privatekey',
      'null',
      'undefined',
      ' ',
    ])
      statuses.add(await ask(token));
    const credential = await world.send(calls.appearance.screenConfig, good, {});
    const { password, account } = JSON.parse(credential.body.data as string) as Record<string, string>;
    for (const token of [password ?? '', account ?? '']) statuses.add(await ask(token));
    expect([...statuses]).toEqual([401]);
  });

  it('ends an upload that is under way with its session', async () => {
    const token = await world.tokenOf('south-operator');
    const routesNow = async (): Promise<number> =>
      (await world.server.database.connection.kysely.selectFrom('route').select('oid').execute()).length;
    const before = await routesNow();
    const file = buildKmz({});
    const edge = 'edge-of-the-parts';
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="route.kmz"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller;
        controller.enqueue(Buffer.from(head));
        controller.enqueue(new Uint8Array(file.subarray(0, 100)));
      },
    });
    // Handled from the beginning: it may be cut before anybody asks what became of it.
    const outcome = receive(
      fetch(`${world.server.running.url}${calls.route.uploadKmz.path}`, {
        method: 'POST',
        headers: { authToken: token, 'content-type': `multipart/form-data; boundary=${edge}` },
        body,
        duplex: 'half',
      } as RequestInit),
    ).then(
      ({ status }) => status,
      () => 'cut',
    );
    await world.send(calls.session.logout, token, {});
    feed?.enqueue(new Uint8Array(file.subarray(100)));
    feed?.enqueue(Buffer.from(`\r\n--${edge}--\r\n`));
    feed?.close();
    // Cut while it came in, or refused once it was there.
    expect([401, 'cut']).toContain(await outcome);
    expect(await routesNow()).toBe(before);
  });
});

describe('the return of an OpenID provider', () => {
  it.each([
    '',
    '?state=x&code=y',
    '?state=x&state=y',
    '?error=access_denied&state=%00',
    `?code=${'x'.repeat(3_000)}`,
  ])('that nobody began leads to the sign-in page: %s', async (query) => {
    const sent = await receive(
      fetch(`${world.server.running.url}/openid/return${query}`, { redirect: 'manual' }),
    );
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toBe('/#/?openId=failed');
    expect(sent.headers.get('cache-control')).toBe('no-store');
  });
});
