import { webhookCalls } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressRefused, createPublicOutgoing } from '../../platform/outgoing.ts';
import { createSeal } from '../../platform/seal.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createWebhook } from './index.ts';

let rooms: TestRooms;
const roomOf = (loopback: boolean) =>
  createWebhook({
    ...rooms,
    seal: createSeal(rooms.db),
    post: createPublicOutgoing({ answer: 2_000, bodyBytes: 1_000, loopback }),
    loopback,
  });
const add = async (url: string, loopback = false): Promise<unknown> =>
  rooms.call(
    webhookCalls.add,
    { name: 'hook', url, events: ['flight.over'] },
    { token: await rooms.tokenOf('north-administrator'), extra: roomOf(loopback).endpoints },
  );

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['administrator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

const inside = [
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://172.16.3.4/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/',
  'https://3232235777/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
];

describe('an address that somebody typed', () => {
  it.each([
    ...inside,
    'https://localhost/',
    'http://hooks.example.com/',
    'ftp://hooks.example.com',
    'https://user:pw@hooks.example.com',
    'not one at all',
  ])('%s is refused by the name of its field', async (url) => {
    const refused = await refusalOf(add(url));
    expect([refused?.reason, refused?.details.issues?.[0]?.path]).toEqual(['invalid', 'url']);
  });
  it.each(inside.filter((url) => !/127\.0\.0\.1|::1\]\/$/.test(url) || url.includes('fd00')))(
    '%s is refused where this machine itself is allowed, too',
    async (url) => {
      expect((await refusalOf(add(url, true)))?.reason).toBe('invalid');
    },
  );
  it.each(['https://hooks.example.com/eyrie', 'https://8.8.8.8/', 'https://[2a00:1450:4001::1]/x'])(
    '%s is taken',
    async (url) => {
      await expect(add(url)).resolves.toBeDefined();
    },
  );
  it('is this machine only where nobody reaches the server from elsewhere', async () => {
    await expect(add('http://127.0.0.1:9/hook', true)).resolves.toBeDefined();
  });
  it.each([...inside, 'https://localhost/'])('%s is not called either', async (url) => {
    const post = createPublicOutgoing({ answer: 2_000, bodyBytes: 1_000, loopback: false });
    await expect(post(url)).rejects.toThrow(AddressRefused);
  });
});
