import { describe, expect, it } from 'vitest';
import { unfitReasons, type UnfitReason } from '../device/unfit.ts';
import type { GateItemName } from './flight.ts';
import { alarm, judge, now } from './gate-well.fixture.ts';
import { gateDefaults, type GatePolicy } from './gate-policy.ts';
import { blockingItems } from './gate.ts';
import type { GateInput } from './gate-input.ts';
import { airworthinessOf, type Against } from './grounded.ts';

const items: readonly GateItemName[] = ['health', 'maintenance', 'insurance', 'airworthy'];
const policies: GatePolicy[] = [
  { notCheckedWarns: [], failedWarns: [] },
  gateDefaults,
  ...(['maintenance', 'insurance', 'airworthy'] as const).map((one) => ({
    notCheckedWarns: [],
    failedWarns: [one],
  })),
];
const ofDock: UnfitReason[] = ['underMaintenance', 'maintenanceDue', 'insuranceOver', 'alarm', 'retired'];

/** The same facts as the pre-flight check takes them. */
const asked = ({ dock, drone }: Against): Partial<GateInput> => ({
  maintenance: dock.includes('underMaintenance')
    ? 'under'
    : dock.includes('maintenanceDue')
      ? 'awaiting'
      : 'none',
  insuranceUntil: dock.includes('insuranceOver') ? now - 1 : now,
  ...([...dock, ...drone].includes('alarm') ? alarm(2) : {}),
  unfit: [...dock.filter((reason) => reason === 'retired'), ...drone],
});
const pairs = (all: readonly UnfitReason[]): UnfitReason[][] => [
  [],
  ...all.map((one) => [one]),
  ...all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other])),
];

describe('what book and lists say of a dock with its aircraft', () => {
  it('keeps it down exactly where the pre-flight check does for the same reasons', () => {
    for (const policy of policies)
      for (const dock of pairs(ofDock))
        for (const drone of pairs(unfitReasons)) {
          const found = [...judge({ ...asked({ dock, drone }), policy }).values()].filter(({ item }) =>
            items.includes(item),
          );
          const said = airworthinessOf({ dock, drone }, policy);
          const context = JSON.stringify({ dock, drone, policy });
          expect(said === 'grounded', context).toBe(blockingItems(found).length > 0);
          expect(said === 'fit', context).toBe(found.every(({ verdict }) => verdict === 'passed'));
        }
  });

  it('says of what was never heard that it is not known, whatever its papers say', () => {
    expect(airworthinessOf({ dock: ['unheard'], drone: [] }, gateDefaults)).toBe('unheard');
    expect(airworthinessOf({ dock: [], drone: ['unheard', 'insuranceOver'] }, gateDefaults)).toBe('unheard');
    expect(airworthinessOf({ dock: ['unheard', 'retired'], drone: [] }, gateDefaults)).toBe('grounded');
    expect(airworthinessOf({ dock: [], drone: [] }, gateDefaults)).toBe('fit');
  });

  it('takes a release that does not match for a warning, as the check does at first', () => {
    expect(airworthinessOf({ dock: ['carried'], drone: ['firmware'] }, gateDefaults)).toBe('warned');
    const strict = { notCheckedWarns: [], failedWarns: [] };
    expect(airworthinessOf({ dock: ['carried'], drone: ['firmware'] }, strict)).toBe('grounded');
  });
});
