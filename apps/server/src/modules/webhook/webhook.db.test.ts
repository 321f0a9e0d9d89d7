import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits, webhookCalls, webhookMessage, type WebhookRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPublicOutgoing } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createWebhook } from './index.ts';

let rooms: TestRooms;
let receiver: Server;
let url: string;
let status = 200;
let heard: { headers: IncomingHttpHeaders; body: string }[] = [];
const outgoing = { answer: 2_000, bodyBytes: 1_000 };
type Room = ReturnType<typeof createWebhook>;
let here: Room;
let there: Room;

const roomOf = (loopback: boolean): Room =>
  createWebhook({
    ...rooms,
    seal: createSeal(rooms.db),
    post: createPublicOutgoing({ ...outgoing, loopback }),
    loopback,
  });
const deliver = async (...servers: Room[]): Promise<void> => {
  await Promise.all(servers.map(async ({ timers }) => timers[0]?.run()));
};
const call = async (
  declaration: (typeof webhookCalls)[keyof typeof webhookCalls],
  request: object,
  by = 'north-administrator',
) => (await rooms.call(declaration, request, { token: await rooms.tokenOf(by), extra: here.endpoints })).data;
const listed = async (): Promise<
  { state: string; status: number; error: string | null; attempts: number; oid: string }[]
> => ((await call(webhookCalls.deliveries, { pageNum: 1, pageSize: 50 })) as { list: never[] }).list;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['administrator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  here = roomOf(true);
  there = roomOf(true);
});
afterAll(async () => {
  receiver.close();
  await rooms.close();
});
beforeEach(async () => {
  status = 200;
  heard = [];
  await sql`delete from webhook`.execute(rooms.db);
});
const add = async (): Promise<WebhookRecord> =>
  (await call(webhookCalls.add, { name: 'hook', url, events: ['workOrder.added'] })) as WebhookRecord;
/** An alarm of a work order, as its room writes it. */
const makeOrder = () =>
  sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
    select gen_random_uuid(), group_root, group_oid, 'crack', 'crack', oid from member
    where account = 'north-administrator'`.execute(rooms.db);

it('sends an event once over two servers, signed for its receiver', async () => {
  const hook = await add();
  await makeOrder();
  // The database dates events by its own clock.
  await sql`update webhook_delivery set next_at = ${new Date(rooms.clock.wall())}`.execute(rooms.db);
  await deliver(here, there);
  expect(heard).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = heard;
  const header = (name: string): string => String(headers[name]);
  expect(JSON.parse(body)).toMatchObject({
    type: 'workOrder.added',
    data: { name: 'crack', state: 'unassigned' },
  });
  expect(webhookMessage('workOrder.added').strict().safeParse(JSON.parse(body)).success).toBe(true);
  const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`;
  const key = Buffer.from(hook.secret.replace('whsec_', ''), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(await listed()).toMatchObject([{ state: 'done', status: 200, attempts: 1 }]);
  await deliver(here, there);
  expect(heard).toHaveLength(1);
});

it('tries again under the same id with a new time, shows why it failed, and ends', async () => {
  const hook = await add();
  status = 302;
  await call(webhookCalls.test, { oid: hook.oid });
  await deliver(here);
  expect(await listed()).toMatchObject([{ state: 'waiting', status: 302, error: 'HTTP 302', attempts: 1 }]);
  for (const pause of limits.webhook.retries) {
    rooms.clock.move(pause);
    await deliver(here, there);
  }
  expect(await listed()).toMatchObject([{ state: 'failed', attempts: limits.webhook.retries.length + 1 }]);
  const ids = heard.map(({ headers }) => headers['webhook-id']);
  const times = heard.map(({ headers }) => headers['webhook-timestamp']);
  expect([new Set(ids).size, new Set(times).size]).toEqual([1, ids.length]);
  status = 204;
  await call(webhookCalls.replay, { oid: (await listed())[0]?.oid });
  await deliver(here);
  expect(await listed()).toMatchObject([{ state: 'done', status: 204 }]);
  expect(heard.at(-1)?.headers['webhook-id']).toBe(ids[0]);
});

it('belongs to one organisation', async () => {
  const { oid } = await add();
  expect(await reasonOf(call(webhookCalls.test, { oid }, 'south-administrator'))).toBe('notFound');
  await sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
    select gen_random_uuid(), group_root, group_oid, 'theirs', 'crack', oid from member
    where account = 'south-administrator'`.execute(rooms.db);
  expect(await listed()).toEqual([]);
});
