import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCalls, extraPaths } from '@eyrie/domain';
import { startTestServer, type TestServer } from '../test-server.ts';

/** Every route of the server that runs, as the framework took it. */
const routes: { method: string; url: string }[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** An address with a star for whatever varies. */
const shape = (url: string): string => url.replace(/\{\w+\}|:\w+(\([^)]*\))?/g, '*');
const lines = (list: readonly { method: string; path: string }[]): string[] =>
  list.map(({ method, path }) => `${method} ${shape(path)}`);
/** The built console: its page, also under the addresses that pages for the field have to themselves, and files beside it. */
const ofConsole = ['/', '/index.html', '/RouteSetTerminal', '/WorkOrderField', '/*'];
/** The built screen application. */
const ofScreen = ['/screen', '/screen/', '/screen/index.html', '/screen/*'];
const files = [...ofConsole, ...ofScreen].flatMap((path) =>
  ['GET', 'HEAD'].map((method) => ({ method, path })),
);
const known = new Set(lines([...allCalls, ...extraPaths, ...files]));
const callPaths = new Set(allCalls.map(({ path }) => shape(path)));

it('serves what is declared, and nothing else', async () => {
  expect(routes.length).toBeGreaterThan(allCalls.length);
  const extra = routes.filter(({ method, url }) => !known.has(`${method} ${shape(url)}`));
  expect(extra.filter(({ url }) => !callPaths.has(shape(url)))).toEqual([]);
  // A declared address says that it does not know the method.
  for (const { method, url } of extra) {
    const { status } = await fetch(server.running.url + shape(url).replaceAll('*', 'x'), { method });
    expect(status, `${method} ${url}`).toBe(405);
  }
});

it.each([
  '/debug',
  '/docs',
  '/metrics',
  '/openapi.json',
  '/asyncapi.json',
  '/asyncapi',
  '/.env',
  '/package.json',
  '/ready.json',
  '/assets/x.js.map',
])('has no open door at %s', async (path) => {
  const { status } = await fetch(server.running.url + path);
  expect([401, 404]).toContain(status);
});
