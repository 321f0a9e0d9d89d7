import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Caller } from './endpoint.ts';
import { callerOf } from './sender.ts';

const request = { headers: { authtoken: 'token' }, cookies: {} } as unknown as FastifyRequest;
const remembered = { account: 'from memory' } as Caller;
const hanging = {
  authenticate: () => new Promise<never>(() => undefined),
  recentlyVerified: () => remembered,
};

it('a call that works without the database does not wait for one that hangs', async () => {
  expect((await callerOf(request, {}, hanging, 'hangs')).caller).toBe(remembered);
});

it('whoever is not remembered is asked about all the same, so that nobody is refused who may', async () => {
  const stored = { account: 'stored' } as Caller;
  const slow = { authenticate: async () => stored, recentlyVerified: () => null };
  expect((await callerOf(request, {}, slow, 'hangs')).caller).toBe(stored);
});

it('all others ask the database first, and are not answered from memory', async () => {
  const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
  const failing = { authenticate: () => Promise.reject(lost), recentlyVerified: () => remembered };
  await expect(callerOf(request, {}, failing, 'no')).rejects.toBe(lost);
  expect((await callerOf(request, {}, failing, 'may')).caller).toBe(remembered);
});
