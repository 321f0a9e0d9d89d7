import type { DockRecord } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { expect, it } from 'vitest';
import { inOrder } from './dock-order.ts';

type Given = Pick<DockRecord, 'name' | 'lastSeen' | 'unfit' | 'droneUnfit'> & { state: DeviceState };
const dock = (name: string, state: DeviceState, more: Partial<Given> = {}): Given => ({
  name,
  state,
  lastSeen: 1,
  unfit: [],
  droneUnfit: [],
  ...more,
});

it('puts alarms first, then what is in the air, idle docks, offline ones, and last those never seen', () => {
  const docks = [
    dock('a never', 'offline', { lastSeen: null }),
    dock('b gone', 'offline', { unfit: ['alarm'] }),
    dock('c idle', 'live'),
    dock('d stale', 'attention'),
    dock('e flies', 'working'),
    dock('f red', 'live', { unfit: ['alarm'] }),
    dock('g lost', 'alarm'),
    dock('h flies', 'working'),
  ];
  expect(inOrder(docks, ({ state }) => state).map(({ name }) => name)).toEqual([
    'f red',
    'g lost',
    'e flies',
    'h flies',
    'd stale',
    'c idle',
    'b gone',
    'a never',
  ]);
});
