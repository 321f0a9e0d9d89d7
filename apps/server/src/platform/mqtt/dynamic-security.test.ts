import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BrokerDownError, type BrokerClient } from './client.ts';
import { dynamicSecurity } from './dynamic-security.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for no answer to a command that did not leave', async () => {
  const client = {
    onMessage: () => () => undefined,
    subscribe: async () => undefined,
    publish: () => Promise.reject(new BrokerDownError()),
  } as unknown as BrokerClient;
  await expect(dynamicSecurity(client).execute({ command: 'getRole' })).rejects.toBeInstanceOf(
    BrokerDownError,
  );
  expect(vi.getTimerCount()).toBe(0);
});
