import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { BrokerClient, MessageHandler } from '../../platform/mqtt/index.ts';
import { createSendGuard } from './send-guard.ts';

const log = createLog({ level: 'silent' });
// Time passes as the test says: a busy machine would let answers come later than any broker does.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());
const clock = { mono: () => performance.now(), wall: () => 0 };

/** A broker that brings every message to everybody, each after a while of its own. */
const slowBroker = (most: number): Pick<BrokerClient, 'publish' | 'subscribe' | 'onMessage'> => {
  const handlers = new Set<MessageHandler>();
  return {
    subscribe: async () => undefined,
    onMessage: (handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    publish: async (topic, payload) => {
      for (const handler of handlers)
        setTimeout(() => handler(topic, Buffer.from(payload), {} as never), Math.random() * most);
    },
  };
};

it.each([null, 0])(
  'of many that ask at once one sends, however messages overtake each other',
  async (gateway) => {
    const broker = slowBroker(120);
    const servers = Array.from({ length: 4 }, () => createSendGuard({ clock, log }, broker));
    for (const [index, server] of servers.entries()) {
      server.answerFor(() => index === gateway);
      await server.start();
    }
    // The gateway itself does not ask: it only knows.
    const askers = gateway === null ? servers : servers.slice(1);
    const rounds = Array.from({ length: 60 }, async () => {
      const intent = { memberOID: randomUUID(), dockOID: randomUUID(), key: randomUUID() };
      const verdicts = await Promise.all(
        askers.slice(0, 3).map((server) => server.claimAcrossServers(intent)),
      );
      return verdicts.filter(Boolean).length;
    });
    const sent = Promise.all(rounds);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await sent).filter((many) => many !== 1)).toEqual([]);
    for (const server of servers) await server.stop();
  },
);
