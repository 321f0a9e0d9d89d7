import { limits } from '@eyrie/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccessHold } from '../../platform/http/access.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { WhepRefusal } from './video.plans.ts';
import { registerWhep } from './video.whep.ts';

const dockOID = '018f0000-0000-7000-8000-00000000d0c0';
let sessions = 0;
const member = (resources: string[], groupOID = 'own'): Caller =>
  ({
    sessionOID: `s${(sessions += 1)}`,
    memberOID: 'm',
    groupOID,
    resources: new Set(resources),
  }) as unknown as Caller;
const held = new Set<AccessHold>();
const ended = new Map<string, () => void>();
const offered: { stream: string; address: string; sdp: string }[] = [];
let refused: WhepRefusal | null = null;
let app: FastifyInstance;
let address: string;
let caller: Caller | null = null;

beforeAll(async () => {
  app = Fastify();
  registerWhep(app, { clock: systemClock, log: createLog({ level: 'silent' }) } as unknown as Runtime, {
    video: {
      pushTarget: () => ({ protocol: 'rtmp', url: '' }),
      whip: null,
      streams: async () => [],
      flvUrl: () => '',
      sourceUrl: async (stream) => `source of ${stream}`,
      whep: {
        offer: async (offer, onEnded) => {
          offered.push(offer);
          if (refused) return { refused };
          const id = `viewer-${offered.length}`;
          ended.set(id, onEnded);
          return { id, answer: 'v=0' };
        },
        standing: async (id) => (ended.has(id) ? 'still' : 'gone'),
        end: (id) => ended.get(id)?.(),
      },
    },
    callerOf: async () => caller,
    dockInScope: async ({ groupOID }, oid) => {
      if (groupOID !== 'own' || oid !== dockOID) throw notFound();
      return { oid, sn: 'SN', droneSn: 'DSN' } as never;
    },
    showsPictures: async () => false,
    access: {
      stamp: () => ({ changes: 0, narrowings: 0 }),
      hold: (one) => {
        held.add(one);
        return () => held.delete(one);
      },
    },
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(() => {
  refused = null;
  offered.length = 0;
  caller = member(['video:watch']);
});
afterAll(() => app.close());

const stream = `${dockOID}_dock_165-0-7_normal-0`;
const offer = (to = stream, body = 'v=0', type = 'application/sdp'): Promise<Response> =>
  fetch(`${address}/video/${to}/whep`, { method: 'POST', headers: { 'content-type': type }, body });
const reasonOf = async (response: Response) =>
  ((await response.json()) as { data: { reason: string } }).data.reason;

test.each([
  ['nobody', null, stream, 401],
  ['a member without the right', member([]), stream, 403],
  ['another department', member(['video:watch'], 'elsewhere'), stream, 404],
  ['a member for the stream of another dock', member(['video:watch']), stream.replace('d0c0', 'd0c1'), 404],
  ['a member for a camera of no device', member(['video:watch']), `${dockOID}_dock`, 404],
])('%s gets no picture, and the offer goes nowhere', async (_, who, to, status) => {
  caller = who;
  expect((await offer(to)).status).toBe(status);
  expect([offered, held.size]).toEqual([[], 0]);
});

test('a viewer counts until it leaves, and leaves only by its own session', async () => {
  const answer = await offer();
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'application/sdp',
    'v=0',
  ]);
  expect(offered).toMatchObject([{ stream, address: `source of ${stream}`, sdp: 'v=0' }]);
  expect(held.size).toBe(1);
  const place = `${address}${answer.headers.get('location')}`;
  const own = caller;
  caller = member(['video:watch']);
  expect(await (await fetch(place)).json()).toEqual({ standing: 'gone' });
  expect((await fetch(place, { method: 'DELETE' })).status).toBe(204);
  expect(held.size).toBe(1);
  caller = own;
  expect(await (await fetch(place)).json()).toEqual({ standing: 'still' });
  expect((await fetch(place, { method: 'DELETE' })).status).toBe(204);
  expect(held.size).toBe(0);
  expect(await (await fetch(place)).json()).toEqual({ standing: 'gone' });
});

test('a viewer that loses the right is ended', async () => {
  await offer();
  const [hold] = held;
  if (!hold) throw new Error('nothing is held');
  expect(await hold.allows(member(['video:watch']), true)).toBe(true);
  expect(await hold.allows(member(['video:watch'], 'elsewhere'), true)).toBe(false);
  expect(await hold.allows(null, false)).toBe(false);
  hold.end();
  expect(held.size).toBe(0);
});

test.each([
  ['bFrames', 409],
  ['h265', 409],
  ['codec', 409],
  ['noStream', 404],
  ['malformed', 400],
  ['busy', 503],
  ['gone', 503],
] as const)('an offer that is refused for %s says so, and counts nobody', async (why, status) => {
  refused = why;
  const answer = await offer();
  expect([answer.status, await reasonOf(answer), held.size]).toEqual([status, why, 0]);
});

test('an offer that is too long, or none, is refused before it is handed on', async () => {
  expect((await offer(stream, 'x'.repeat(limits.whep.offerBytes + 1))).status).toBe(413);
  expect((await offer(stream, '{}', 'application/json')).status).toBe(400);
  expect((await offer(stream, 'v=0', 'video/mp4')).status).toBe(415);
  expect(offered).toEqual([]);
});

test('one session offers only so often, and watches only so many at once', async () => {
  const { viewersPerSession, offersPerMinute } = limits.whep;
  const statuses: number[] = [];
  for (let at = 0; at < offersPerMinute + 5; at += 1) statuses.push((await offer()).status);
  expect(statuses.slice(0, viewersPerSession)).toEqual(Array.from({ length: viewersPerSession }, () => 201));
  expect(new Set(statuses.slice(viewersPerSession, offersPerMinute))).toEqual(new Set([503]));
  expect(new Set(statuses.slice(offersPerMinute))).toEqual(new Set([429]));
  for (const end of ended.values()) end();
  caller = member(['video:watch']);
  expect((await offer()).status).toBe(201);
});
