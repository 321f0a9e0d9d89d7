import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessHold } from '../../platform/http/access.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { registerVideoRelay } from './video.relay.ts';

const dockOID = '018f0000-0000-7000-8000-00000000d0c0';
const member = (resources: string[], groupOID = 'own'): Caller =>
  ({ sessionOID: 's', memberOID: 'm', groupOID, resources: new Set(resources) }) as unknown as Caller;
const held = new Set<AccessHold>();
/** Times that a viewer was written down. */
let counted = 0;
const db = {
  insertInto: () => {
    counted += 1;
    throw new Error('no database here');
  },
};
let app: FastifyInstance;
let media: Server;
let address: string;
/** The media server answers a head, and then nothing. */
let headOnly = false;
/** The screen of the display has the picture wall. */
let wallShown = false;
let caller: Caller | null = member(['video:watch']);

beforeAll(async () => {
  media = createServer((_request, response) => {
    response.writeHead(200);
    if (headOnly) {
      response.end(Buffer.alloc(13));
      return;
    }
    const timer = setInterval(() => response.write('picture'), 10);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => {
    media.listen(0, '127.0.0.1', resolve);
  });
  app = Fastify();
  registerVideoRelay(
    app,
    { clock: systemClock, log: createLog({ level: 'silent' }), db } as unknown as Runtime,
    {
      video: {
        pushTarget: () => ({ protocol: 'rtmp', url: '' }),
        whip: null,
        streams: async () => [],
        flvUrl: () => '',
        sourceUrl: async () => `http://127.0.0.1:${(media.address() as AddressInfo).port}/`,
        whep: null,
      },
      callerOf: async () => caller,
      dockInScope: async ({ groupOID }, oid) => {
        if (groupOID !== 'own') throw notFound();
        return { oid, sn: 'SN', droneSn: 'DSN' } as never;
      },
      showsPictures: async () => wallShown,
      access: {
        stamp: () => ({ changes: 0, narrowings: 0 }),
        hold: (one) => {
          held.add(one);
          return () => held.delete(one);
        },
      },
    },
  );
  address = `${await app.listen({ port: 0, host: '127.0.0.1' })}/video/${dockOID}_dock_165-0-7_normal-0.flv`;
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  media.closeAllConnections();
  media.close();
});

test.each([
  [null, 401],
  [member([]), 403],
  [member(['video:watch'], 'elsewhere'), 404],
])('nobody without session, right and scope sees a picture', async (who, status) => {
  caller = who;
  expect((await fetch(address)).status).toBe(status);
  expect(held.size).toBe(0);
});

test('a picture goes on as long as its viewer keeps the right and the dock, and ends with them', async () => {
  caller = member(['video:watch']);
  const reader = (await fetch(address)).body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  const [hold] = held;
  if (!hold) throw new Error('nothing is held');
  expect(hold).toMatchObject({ caller, dockOID });
  expect(await hold.allows(member(['/PortMonitorSee']), true)).toBe(true);
  expect(await hold.allows(member(['dock:control']), false)).toBe(false);
  expect(await hold.allows(member(['video:watch'], 'elsewhere'), false)).toBe(false);
  expect(await hold.allows(null, false)).toBe(false);
  hold.end();
  await expect(
    (async () => {
      for (;;) if ((await reader?.read())?.done) return 'ended';
    })(),
  ).rejects.toThrow('terminated');
  await expect.poll(() => held.size).toBe(0);
});

test('a display sees a picture while its screen has the wall, whatever right its account has', async () => {
  const display = { ...member(['/CockpitLarge', 'video:watch']), readOnly: true };
  caller = display;
  counted = 0;
  wallShown = false;
  expect((await fetch(address)).status).toBe(403);
  wallShown = true;
  const leave = new AbortController();
  expect((await fetch(address, { signal: leave.signal })).status).toBe(200);
  const [hold] = held;
  expect(await hold?.allows(display, false)).toBe(true);
  wallShown = false;
  expect(await hold?.allows(display, false)).toBe(false);
  leave.abort();
  await expect.poll(() => held.size).toBe(0);
  expect(counted).toBe(0);
  caller = member(['video:watch']);
});

test('a viewer who leaves is no longer counted', async () => {
  counted = 0;
  const leave = new AbortController();
  await fetch(address, { signal: leave.signal });
  expect([held.size, counted]).toEqual([1, 1]);
  leave.abort();
  await expect.poll(() => held.size).toBe(0);
});

test.each([
  ['?tab=short', 400],
  [`?tab=${'x'.repeat(65)}`, 400],
  ['?tab=tab-first&tab=tab-second', 400],
  ['?tab=tab-first', 200],
])('the window that an address names is a name of one: %s', async (named, status) => {
  const leave = new AbortController();
  const answer = await fetch(`${address}${named}`, { signal: leave.signal });
  expect([answer.status, held.size]).toEqual([status, status === 200 ? 1 : 0]);
  if (status === 400) expect(await answer.json()).toMatchObject({ data: { reason: 'tab' } });
  leave.abort();
  await expect.poll(() => held.size).toBe(0);
});

test('a picture of which only the head comes is refused', async () => {
  headOnly = true;
  const answer = await fetch(address);
  headOnly = false;
  expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
    404,
    { data: { reason: 'noStream' } },
  ]);
  expect(held.size).toBe(0);
});
