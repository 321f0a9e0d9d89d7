import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LeaseService } from '../modules/lease/index.ts';
import { createLog } from '../platform/log.ts';
import type { Runtime } from '../platform/runtime.ts';
import { createScheduler } from './scheduler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells of every dock where control was lost, although one could not be told', async () => {
  const lost = ['one', 'two'].map((dockOID) => ({ dockOID, groupRoot: 'root', control: 'flight' }));
  const notified: string[] = [];
  const scheduler = createScheduler({ log: createLog({ level: 'silent' }) } as Runtime, {
    leases: { sweep: async () => lost.splice(0) } as unknown as LeaseService,
    groupRootOf: () => 'root',
    controlLost: async (dockOID) => {
      notified.push(dockOID);
      if (dockOID === 'one') throw new Error('a bad moment');
    },
    dropOldNotifications: async () => undefined,
    expireDrafts: async () => 0,
    keepUp: async () => undefined,
    databaseUp: () => true,
  });
  await scheduler.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notified).toEqual(['one', 'two']);
  await scheduler.stop();
});
