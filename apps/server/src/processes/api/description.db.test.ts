import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.running.url + path, { headers });

it('describes the contract of open devices to who is signed in, with the broker of this server', async () => {
  const answer = await ask('/asyncapi.json', { authToken: server.token });
  expect(answer.status).toBe(200);
  const document = (await answer.json()) as { asyncapi: string; servers: { broker: { host: string } } };
  expect(document.asyncapi).toBe('3.0.0');
  expect(document.servers.broker.host).toBe(new URL(server.running.mqtt).host);
  const page = await ask('/asyncapi', { authToken: server.token });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('eyrie/v1/{sn}/hello');
});

it.each(['/asyncapi.json', '/asyncapi', '/openapi.json', '/openapi'])(
  'keeps %s from others',
  async (path) => {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { authToken: 'invented' })).status).toBe(401);
  },
);
