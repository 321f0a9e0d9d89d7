import { readFileSync } from 'node:fs';
import { webhookEvents, webhookSummaries } from '@eyrie/domain';
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

it('describes each event of webhooks with its shape, its headers and an example', async () => {
  const answer = await ask('/openapi.json', { authToken: server.token });
  const { webhooks } = (await answer.json()) as {
    webhooks: Record<
      string,
      {
        post: {
          parameters: { name: string }[];
          requestBody: { content: Record<string, { schema: object }> };
        };
      }
    >;
  };
  expect(Object.keys(webhooks)).toEqual([...webhookEvents]);
  const { post } = webhooks['flight.over'] ?? {};
  expect(post?.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  expect(post?.requestBody.content['application/json']).toMatchObject({
    schema: { properties: { type: { const: 'flight.over' }, data: { properties: { outcome: {} } } } },
    example: { type: 'flight.over', data: { outcome: 'done' } },
  });
  const page = await ask('/openapi', { authToken: server.token });
  expect(await page.text()).toContain('detectionTask.added');
});

it('has every event in the document for receivers', () => {
  const document = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  for (const event of webhookEvents)
    expect(document).toContain(`| \`${event}\` | ${webhookSummaries[event]} |`);
});

it.each(['/asyncapi.json', '/asyncapi', '/openapi.json', '/openapi'])(
  'keeps %s from others',
  async (path) => {
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { authToken: 'invented' })).status).toBe(401);
  },
);
