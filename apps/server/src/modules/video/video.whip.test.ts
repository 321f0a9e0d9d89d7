import { limits } from '@eyrie/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { whipPath, whipUrl } from './stream.ts';
import type { WhepRefusal } from './video.plans.ts';
import { registerWhip } from './video.whip.ts';

const runtime = { clock: systemClock, log: createLog({ level: 'silent' }) };
const offered: { stream: string; sdp: string }[] = [];
const ended: string[] = [];
const ends = new Map<string, (why: string) => void>();
let refused: WhepRefusal | null = null;
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  app = Fastify();
  registerWhip(app, runtime, {
    mayPublish: (stream, sign) => sign === `sign-of-${stream}`,
    publish: async (offer, onEnded) => {
      offered.push(offer);
      if (refused) return { refused };
      const id = `publisher-${offered.length}`;
      ends.set(id, onEnded);
      return { id, answer: 'v=0' };
    },
    end: (id) => {
      ended.push(id);
      ends.get(id)?.('left');
    },
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  refused = null;
  offered.length = 0;
  ended.length = 0;
});
afterAll(() => app.close());

const post = (url: string, headers: Record<string, string> = {}, body = 'v=0'): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/sdp', ...headers }, body });
const urlOf = (stream: string, sign = `sign-of-${stream}`): string => whipUrl(address, stream, sign);

test('a device that was ordered to is answered, and ends its picture by the name that it got', async () => {
  const answer = await post(urlOf('a'));
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'application/sdp',
    'v=0',
  ]);
  expect(offered).toMatchObject([{ stream: 'a', sdp: 'v=0' }]);
  const place = `${address}${answer.headers.get('location')}`;
  expect((await fetch(`${place}x`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(place, { method: 'DELETE' })).status).toBe(200);
  expect(ended).toEqual(['publisher-1']);
  expect((await fetch(place, { method: 'DELETE' })).status).toBe(404);
});

test('the signature may come as a bearer token, and without the stroke behind the path', async () => {
  const url = `${address}${whipPath}?app=live&stream=a`;
  expect((await post(url, { authorization: 'Bearer sign-of-a' })).status).toBe(201);
  expect((await post(url, { authorization: 'Bearer sign-of-b' })).status).toBe(403);
  expect((await post(url, { authorization: 'Basic sign-of-a' })).status).toBe(403);
});

test.each([
  ['nobody', 'a', ''],
  ['a stranger', 'a', 'guess'],
  ['a device with the name of another’s stream', 'b', 'sign-of-a'],
  ['a device without a name', '', 'sign-of-a'],
])('%s sends no picture, and the offer goes nowhere', async (_, stream, sign) => {
  expect((await post(urlOf(stream, sign))).status).toBe(403);
  expect(offered).toEqual([]);
});

test('parameters that come twice are no signature', async () => {
  expect((await post(`${urlOf('a')}&sign=sign-of-a`)).status).toBe(403);
  expect((await post(`${urlOf('a')}&stream=a`)).status).toBe(403);
  expect(offered).toEqual([]);
});

test.each([
  ['malformed', 400],
  ['codec', 400],
  ['busy', 503],
  ['gone', 503],
] as const)('an offer that is refused for %s says so', async (reason, status) => {
  refused = reason;
  expect((await post(urlOf(`refused-${reason}`))).status).toBe(status);
});

test('an offer that is too long, or none, is refused before it is handed on', async () => {
  expect((await post(urlOf('long'), {}, 'x'.repeat(limits.whip.offerBytes + 1))).status).toBe(413);
  expect((await post(urlOf('long'), { 'content-type': 'application/json' }, '{}')).status).toBe(400);
  expect((await post(urlOf('long'), { 'content-type': 'video/mp4' })).status).toBe(415);
  expect(offered).toEqual([]);
});

test('one stream is offered only so often, and another all the same', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < limits.whip.offersPerMinute + 2; at += 1)
    statuses.push((await post(urlOf('often'))).status);
  expect(statuses.slice(0, -2)).toEqual(Array.from({ length: limits.whip.offersPerMinute }, () => 201));
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect((await post(urlOf('seldom'))).status).toBe(201);
});

test('a server without WebRTC says so', async () => {
  const without = Fastify();
  registerWhip(without, runtime, null);
  const base = await without.listen({ port: 0, host: '127.0.0.1' });
  expect((await post(whipUrl(base, 'a', 'sign-of-a'))).status).toBe(404);
  await without.close();
});
