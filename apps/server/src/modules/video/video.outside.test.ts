import Fastify, { type FastifyInstance } from 'fastify';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { outsidePath, registerOutside } from './video.outside.ts';

const lines: string[] = [];
const runtime = {
  clock: systemClock,
  log: createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } }),
};
const outside = {
  mayPublish: (stream: string, sign: unknown) => sign === `publish-${stream}`,
  mayPlay: (stream: string, sign: unknown) => sign === `play-${stream}`,
};
let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  registerOutside(app, runtime, outside);
});
afterAll(() => app.close());

const ask = async (payload: object | string): Promise<[number, string]> => {
  const headers = { 'content-type': 'application/json' };
  const { statusCode, body } = await app.inject({ method: 'POST', url: outsidePath, headers, payload });
  return [statusCode, body];
};
const asked = (action: string, param: string, more: object = {}) => ({
  server_id: 'vid-0xk989d',
  action,
  client_id: '341w361a',
  ip: '127.0.0.1',
  vhost: '__defaultVhost__',
  app: 'live',
  stream: 'a',
  param,
  ...more,
});

test('an outside media server may take and hand out what is signed for that', async () => {
  expect(await ask(asked('on_publish', '?sign=publish-a'))).toEqual([200, '0']);
  expect(await ask(asked('on_play', '?vhost=x&sign=play-a'))).toEqual([200, '0']);
  expect(await ask(asked('on_unpublish', ''))).toEqual([200, '0']);
  expect(await ask(asked('on_stop', ''))).toEqual([200, '0']);
});

test.each([
  ['a stream without a signature', asked('on_publish', '')],
  ['a stream with the signature of another', asked('on_publish', '?sign=publish-b')],
  ['a stream of an app that is none of ours', asked('on_publish', '?sign=publish-a', { app: 'other' })],
  ['who may watch to send', asked('on_publish', '?sign=play-a')],
  ['who may send to watch', asked('on_play', '?sign=publish-a')],
])('it may not take %s', async (_what, payload) => {
  expect((await ask(payload))[0]).toBe(403);
});

test.each<[string, object | string, number]>([
  ['something else', asked('on_hls', '?sign=play-a'), 400],
  ['a number for a stream', asked('on_publish', '?sign=publish-1', { stream: 1 }), 400],
  ['a very long query', asked('on_publish', `?sign=${'x'.repeat(600)}`), 400],
  ['no JSON', '{"action":', 400],
  ['very much', asked('on_publish', '', { more: 'x'.repeat(limits.mediaServer.hookBytes) }), 413],
])('who asks %s is answered that', async (_what, payload, status) => {
  expect((await ask(payload))[0]).toBe(status);
});

test('where there is none nobody is answered', async () => {
  const other = Fastify();
  registerOutside(other, runtime, undefined);
  expect((await other.inject({ method: 'POST', url: outsidePath, payload: {} })).statusCode).toBe(404);
  await other.close();
});

test('strangers who are refused again and again do not fill the log', async () => {
  lines.length = 0;
  for (let times = 0; times < 50; times += 1)
    expect((await ask(asked('on_publish', '?sign=guess')))[0]).toBe(403);
  expect(lines.length).toBeLessThanOrEqual(1);
});
