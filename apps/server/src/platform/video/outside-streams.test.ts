import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@eyrie/domain';
import { afterEach, expect, test } from 'vitest';
import { outsideStreams } from './outside-streams.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const standIn = async (answers: RequestListener): Promise<string> => {
  server = createServer(answers);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const stream = (name: string, more: object = {}) => ({
  id: 'vid-1',
  name,
  app: 'live',
  publish: { active: true, cid: 'c' },
  clients: 1,
  ...more,
});
const answering = (body: unknown): RequestListener => {
  return (_request, response) => response.end(JSON.stringify(body));
};

test('an outside media server says which streams are sent to it', async () => {
  const asked: (string | undefined)[] = [];
  const streams = [
    stream('dock_1'),
    stream('watched-only', { publish: { active: false } }),
    stream('of-another-app', { app: 'vod' }),
    stream('../../a name of no stream'),
    stream('silent', { publish: undefined }),
  ];
  const api = await standIn((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ code: 0, server: 'vid-x', streams }));
  });
  expect(await outsideStreams(api)).toEqual(['dock_1']);
  expect(asked).toEqual([`/api/v1/streams/?start=0&count=${limits.mediaServer.streams}`]);
});

test.each<[string, RequestListener]>([
  ['a fault', answering({ code: 100 })],
  ['something else', answering([stream('a')])],
  ['no JSON', (_request, response) => response.end('<html>')],
  [
    'that there is no such page',
    (_request, response) => response.writeHead(404).end('{"code":0,"streams":[]}'),
  ],
  ['another address', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['nothing', (request) => request.socket.destroy()],
])('what answers %s says nothing of streams', async (_what, answers) => {
  await expect(outsideStreams(await standIn(answers))).rejects.toThrow(/./);
});

test('an answer without an end is read no further than it may be', async () => {
  const api = await standIn((_request, response) => {
    response.write(Buffer.alloc(limits.mediaServer.answerBytes + 1));
  });
  await expect(outsideStreams(api)).rejects.toThrow(`more than ${limits.mediaServer.answerBytes} bytes`);
});
