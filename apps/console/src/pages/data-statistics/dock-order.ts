import type { DockRecord } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';

/** What needs a person first, then what moves, and last what was never there. */
const ranks: Readonly<Record<DeviceState, number>> = {
  alarm: 0,
  working: 1,
  attention: 2,
  live: 3,
  offline: 4,
};
const never = 5;

type Ranked = Pick<DockRecord, 'name' | 'lastSeen' | 'unfit' | 'droneUnfit'>;

const rankOf = (dock: Ranked, state: DeviceState): number => {
  const alarmed = [...dock.unfit, ...dock.droneUnfit].includes('alarm');
  if (state !== 'offline') return alarmed ? ranks.alarm : ranks[state];
  return dock.lastSeen === null ? never : ranks.offline;
};

/** Docks as the overview shows them: alarms, in the air, idle, offline, never seen; by name among their like. */
export const inOrder = <D extends Ranked>(docks: readonly D[], stateOf: (dock: D) => DeviceState): D[] =>
  docks
    .map((dock) => ({ dock, rank: rankOf(dock, stateOf(dock)) }))
    .toSorted((a, b) => a.rank - b.rank || a.dock.name.localeCompare(b.dock.name))
    .map(({ dock }) => dock);
