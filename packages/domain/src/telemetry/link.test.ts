import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkLevel, linkLevels, markerState, motionAllowed, type LinkLevel } from './link.ts';

describe('the link ladder', () => {
  it.each<[number | null, LinkLevel]>([
    [0, 'live'],
    [3_000, 'live'],
    [3_001, 'ageing'],
    [6_000, 'ageing'],
    [6_001, 'stale'],
    [10_000, 'stale'],
    [10_001, 'lost'],
    [60_000, 'lost'],
    [60_001, 'lastKnown'],
    [Number.POSITIVE_INFINITY, 'lastKnown'],
    [Number.NaN, 'lastKnown'],
    [null, 'lastKnown'],
  ])('at %s ms is %s', (age, level) => {
    expect(linkLevel(age)).toBe(level);
  });

  it('only goes down with age', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (age, more) => {
        const rank = (level: LinkLevel): number => linkLevels.indexOf(level);
        return rank(linkLevel(age)) <= rank(linkLevel(age + more));
      }),
    );
  });

  it('allows motion up to 6 s and never later', () => {
    for (const level of linkLevels) expect(motionAllowed(level)).toBe(level === 'live' || level === 'ageing');
    fc.assert(fc.property(fc.nat(200_000), (age) => motionAllowed(linkLevel(age)) === age <= 6_000));
    expect(motionAllowed(linkLevel(null))).toBe(false);
  });
});

describe('the marker of an aircraft', () => {
  const marker = (online: boolean, airborneWhenLastSeen: boolean, ageMs: number | null) =>
    markerState({ online, airborneWhenLastSeen, ageMs });

  it.each([
    [0, 'live'],
    [6_000, 'live'],
    [6_001, 'stale'],
    [10_001, 'lost'],
    [60_001, 'lastKnown'],
  ] as const)('online at %s ms is %s', (age, state) => {
    expect(marker(true, true, age)).toBe(state);
    expect(marker(true, false, age)).toBe(state);
  });

  it('stays grey for as long as it takes when the last state was airborne', () => {
    for (const age of [0, 60_000, 60_001, 86_400_000]) expect(marker(false, true, age)).toBe('lastKnown');
  });

  it('stays grey for 60 s when it was on the ground, then goes', () => {
    expect(marker(false, false, 60_000)).toBe('lastKnown');
    expect(marker(false, false, 60_001)).toBe('gone');
  });

  it('was never there when nothing was ever heard', () => {
    for (const online of [true, false])
      for (const air of [true, false]) expect(marker(online, air, null)).toBe('gone');
  });

  it('is never shown live when it is offline or old', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(200_000), (online, air, age) => {
        const state = marker(online, air, age);
        return state !== 'live' || (online && age <= 6_000);
      }),
    );
  });
});
