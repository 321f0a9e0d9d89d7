import { accessTokenCalls, calls, leaseCalls, memberCalls, workOrderCalls } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const ask = async (
  { method, path }: { method: string; path: string },
  headers: Record<string, string>,
  body: object = {},
): Promise<{ status: number; data: Record<string, unknown> }> => {
  const answer = await fetch(server.running.url + path, {
    method,
    headers: { ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const { data } = (await answer.json().catch(() => ({}))) as { data?: Record<string, unknown> };
  return { status: answer.status, data: data ?? {} };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const page = { pageNum: 1, pageSize: 20 };

it('opens what it was made for over HTTP, and nothing that a session alone opens', async () => {
  const session = { authtoken: server.token };
  const made = await ask(accessTokenCalls.add, session, {
    name: 'report script',
    permissions: ['/AlarmWorksheet', 'dock:control', '/PortMonitorSee'],
    expiresAt: Date.now() + 3_600_000,
    perMinute: 600,
  });
  expect(made.status).toBe(200);
  const token = String(made.data['token']);
  expect((await ask(workOrderCalls.query, bearer(token), page)).status).toBe(200);
  // Neither as the token of a session, nor as its cookie.
  expect((await ask(workOrderCalls.query, { authtoken: token }, page)).status).toBe(401);
  const cookie = { cookie: `__Host-authToken=${token}` };
  expect((await ask(calls.session.userInfo, cookie)).status).toBe(401);
  // No right that it was not given, no change, no control, no token.
  expect((await ask(memberCalls.query, bearer(token), page)).status).toBe(403);
  for (const one of [leaseCalls.take, accessTokenCalls.add, accessTokenCalls.own, calls.session.userInfo]) {
    const refused = await ask(one, bearer(token));
    expect([one.path, refused.status, refused.data['reason']]).toEqual([one.path, 403, 'tokenRefused']);
  }
  expect((await ask({ method: 'GET', path: '/openapi.json' }, bearer(token))).status).toBe(200);
  expect((await ask(accessTokenCalls.remove, session, { oids: [made.data['oid']] })).status).toBe(200);
  expect((await ask(workOrderCalls.query, bearer(token), page)).status).toBe(401);
});
