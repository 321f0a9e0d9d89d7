import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createUnconfirmed } from './unconfirmed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = (heardAt: number | null) => {
  const disconnected: string[] = [];
  const unconfirmed = createUnconfirmed(
    {
      clock: { mono: () => 10_000 },
      log: { warn: () => undefined, error: () => undefined },
    } as unknown as Runtime,
    {
      linkOfSn: () => ({ dockSnapshot: { osdAt: heardAt } }) as DockLink,
      disconnect: async (sn) => void disconnected.push(sn),
    },
  );
  unconfirmed.sent({ sn: 'DOCK1', dockOID: 'one', tid: 't', within: 5_000 });
  return { disconnected, unconfirmed };
};

it('disconnects a dock that was not heard since, when the time of the command is up', () => {
  const { disconnected } = setUp(10_900);
  vi.advanceTimersByTime(4_999);
  expect(disconnected).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(disconnected).toEqual(['DOCK1']);
});

it('leaves a dock alone that was heard after the command could have reached it', () => {
  const { disconnected } = setUp(11_001);
  vi.advanceTimersByTime(60_000);
  expect(disconnected).toEqual([]);
});

it('leaves a dock alone that answered the command, and not for the answer of another or to another', () => {
  const { disconnected, unconfirmed } = setUp(null);
  unconfirmed.answered('DOCK2', 't');
  unconfirmed.answered('DOCK1', 'other');
  unconfirmed.sent({ sn: 'DOCK1', dockOID: 'one', tid: 'second', within: 6_000 });
  unconfirmed.answered('DOCK1', 'second');
  vi.advanceTimersByTime(5_000);
  expect(disconnected).toEqual(['DOCK1']);
  vi.advanceTimersByTime(60_000);
  expect(disconnected).toEqual(['DOCK1']);
});

it('disconnects nobody after its end', () => {
  const { disconnected, unconfirmed } = setUp(null);
  unconfirmed.stop();
  vi.advanceTimersByTime(60_000);
  expect(disconnected).toEqual([]);
});
