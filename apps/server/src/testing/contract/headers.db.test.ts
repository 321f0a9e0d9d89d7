import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '@eyrie/domain';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** Headers that no answer may lack, whoever answers it and however it ends. */
const always: readonly (readonly [name: string, RegExp])[] = [
  // The page alone has a script in itself, and it runs by its hash.
  [
    'content-security-policy',
    /^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[\w+/]+=')?; style-src/,
  ],
  [
    'content-security-policy',
    /(?:object-src 'none'|frame-src blob:; object-src blob:); base-uri 'none'; .*frame-ancestors 'none'$/,
  ],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['x-frame-options', /^DENY$/],
  ['cache-control', /no-store|no-cache|immutable/],
  ['x-correlation-id', /^[0-9a-f-]{36}$/],
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const;

/** Asks and follows nothing. @returns what is wrong with the answer. */
const faultsOf = async (method: string, path: string, token: string | null): Promise<string[]> => {
  const answer = await fetch(`${world.server.running.url}${path}`, {
    method,
    redirect: 'manual',
    headers: token === null ? {} : { authToken: token },
  });
  await answer.arrayBuffer();
  const asked = `${method} ${path} ${answer.status}`;
  const to = answer.headers.get('location');
  return [
    ...always
      .filter(([name, shape]) => !shape.test(answer.headers.get(name) ?? ''))
      .map(([name]) => `${asked}: ${name} ${answer.headers.get(name) ?? 'is missing'}`),
    ...(to !== null && !/^\/(?![/\\])/.test(to) ? [`${asked}: leads to ${to}`] : []),
    ...['server', 'x-powered-by']
      .filter((name) => answer.headers.has(name))
      .map((name) => `${asked}: ${name}`),
    ...(answer.status >= 500 && answer.status !== 503 ? [asked] : []),
  ];
};

describe('every answer carries the headers of every answer', () => {
  it('to a call, taken and refused, and by the other methods', async () => {
    const faults: string[] = [];
    for (const { path, method, effect } of allCalls) {
      const at = path.replaceAll(/\{\w+\}/g, 'x');
      for (const other of ['GET', 'POST']) faults.push(...(await faultsOf(other, at, null)));
      // Signing out would end what the others ask with.
      if (effect === 'reads' || method === 'POST')
        faults.push(...(await faultsOf(method, at, world.south.tokens.administrator)));
    }
    for (const method of methods) faults.push(...(await faultsOf(method, allCalls[0]?.path ?? '/', null)));
    expect(faults).toEqual([]);
  });

  it.each([
    '/',
    '/index.html',
    '/nosuch',
    '/assets/nosuch.js',
    '/assets/',
    '/objects/',
    '/objects/x',
    '/objects/media/x.jpg?X-Amz-Signature=x',
    '/video/',
    '/video/x',
    '/video/x/whep',
    '/rtc/v1/whip',
    '/rtc/v1/whip/',
    '/rtc/v1/whip/x',
    '/healthz',
    '/readyz',
    '/metrics',
    '/openid/return',
    '/openid/return?state=x&code=y',
    '/openid/return?state=https://evil.example&error=x',
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/%5cevil.example',
    '/?next=https://evil.example',
    `/${'a'.repeat(5_000)}`,
  ])('at %s, and leads nowhere else', async (path) => {
    const faults: string[] = [];
    for (const method of methods) faults.push(...(await faultsOf(method, path, null)));
    expect(faults).toEqual([]);
  });

  it('also where only the heading is asked for', async () => {
    const answer = await fetch(`${world.server.running.url}/`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});
