import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { Runtime } from '../platform/runtime.ts';
import { createControlSweep } from './lost-control.ts';

const audited: (string | null)[] = [];
const notified: string[] = [];
const sweep = createControlSweep({ log: createLog({ level: 'silent' }) } as Runtime, {
  leases: {
    sweep: async (groupRootOf) =>
      Promise.all(
        ['one', 'two'].map(async (dockOID) => ({
          dockOID,
          groupRoot: (await groupRootOf(dockOID)) ?? '',
          control: 'flight' as const,
        })),
      ),
  },
  directory: { find: () => ({ groupRoot: 'root' }) as never },
  audit: {
    write: async (_, { dockOID }) => void audited.push(dockOID ?? null),
  },
  notifyHolders: async (dockOID, _right, { kind }) => {
    notified.push(`${dockOID} ${kind}`);
    if (dockOID === 'one') throw new Error('a bad moment');
  },
});

it('tells of every dock where control was lost, although one could not be told', async () => {
  await sweep();
  expect(audited).toEqual(['one', 'two']);
  expect(notified).toEqual(['one controlLostInFlight', 'two controlLostInFlight']);
});
