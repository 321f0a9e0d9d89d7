import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { fliesNow, type FlightFacts } from './flies-now.ts';

const { stateFresh } = limits.command;
const lost: FlightFacts = {
  drone: null,
  known: { airborne: true, receivedAt: 1_000 },
  dock: { droneInDock: false, receivedAt: 100_000, partsAgeMs: 0 },
};
const dockAt = (droneInDock: boolean | null, receivedAt: number, partsAgeMs = 0): FlightFacts => ({
  ...lost,
  dock: { droneInDock, receivedAt, partsAgeMs },
});

describe('an aircraft', () => {
  it('flies or not by its own word while it is heard, whatever its dock says', () => {
    expect(fliesNow({ ...lost, drone: { online: true, airborne: false } })).toBe(false);
    expect(fliesNow({ ...dockAt(true, 100_000), drone: { online: true, airborne: true } })).toBe(true);
  });

  it('that is not heard flies as it did last', () => {
    expect(fliesNow(lost)).toBe(true);
    expect(fliesNow({ ...lost, drone: { online: false, airborne: false } })).toBe(true);
    expect(fliesNow({ ...lost, known: { airborne: false, receivedAt: 1_000 } })).toBe(false);
    expect(fliesNow({ ...lost, known: null })).toBe(false);
  });

  it('has landed once its dock finds it inside, and not by an older or an unsure word of it', () => {
    expect(fliesNow(dockAt(true, 1_001 + stateFresh))).toBe(false);
    expect(fliesNow(dockAt(true, 1_000 + stateFresh))).toBe(true);
    expect(fliesNow(dockAt(null, 100_000))).toBe(true);
    expect(fliesNow({ ...lost, dock: null })).toBe(true);
  });

  it('flies on while a part of what its dock reports may be of before it took off', () => {
    expect(fliesNow(dockAt(true, 100_000, 99_000 - stateFresh))).toBe(true);
    expect(fliesNow(dockAt(true, 100_000, 98_999 - stateFresh))).toBe(false);
  });
});
