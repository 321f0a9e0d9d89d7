import { linkLevel, type LinkLevel } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { isOld } from '../../platform/aged.ts';
import { threeLinks, type LinkFacts } from './link-ladder.ts';

const fine: LinkFacts = {
  page: 'up',
  dock: { online: true, level: 'live' },
  drone: { online: true, airborne: true, level: 'live' },
};
const states = (facts: Partial<LinkFacts>) => {
  const links = threeLinks({ ...fine, ...facts });
  return [links.page.state, links.dock.state, links.drone.state];
};

describe('the three links', () => {
  it('are all good while data is fresh', () => {
    expect(states({})).toEqual(['live', 'live', 'live']);
  });
  it('are told apart: an old aircraft is not an old dock', () => {
    expect(states({ drone: { online: true, airborne: true, level: 'stale' } })).toEqual([
      'live',
      'live',
      'attention',
    ]);
    expect(states({ drone: { online: true, airborne: true, level: 'lost' } })).toEqual([
      'live',
      'live',
      'alarm',
    ]);
  });
  it('a server that does not answer is not called good, and what lies behind it is judged by its age', () => {
    expect(states({ page: 'quiet' })).toEqual(['attention', 'live', 'live']);
  });
  it('nothing behind a link that is down is called good', () => {
    expect(states({ page: 'down' })).toEqual(['alarm', 'offline', 'offline']);
    expect(states({ dock: { online: false, level: 'live' } })).toEqual(['live', 'offline', 'offline']);
  });
  it('an aircraft that went off in the air is an alarm, one in the dock is not', () => {
    expect(states({ drone: { online: false, airborne: true, level: 'live' } })[2]).toBe('alarm');
    expect(threeLinks({ ...fine, drone: { online: false, airborne: false, level: 'live' } }).drone).toEqual({
      state: 'offline',
      wordId: 'monitor.link.droneOff',
      age: false,
    });
  });
});

describe('the ladder', () => {
  it.each<[number | null, LinkLevel, boolean]>([
    [0, 'live', false],
    [3_000, 'live', false],
    [3_001, 'ageing', false],
    [6_001, 'stale', true],
    [10_001, 'lost', true],
    [60_001, 'lastKnown', true],
    [null, 'lastKnown', true],
  ])('%s ms is %s', (age, level, old) => {
    expect(linkLevel(age)).toBe(level);
    expect(isOld(linkLevel(age))).toBe(old);
  });
  it('shows its age from the moment it is no longer live', () => {
    const shown = (['live', 'ageing', 'stale', 'lost', 'lastKnown'] as const).map(
      (level) => threeLinks({ ...fine, dock: { online: true, level } }).dock,
    );
    expect(shown.map(({ age }) => age)).toEqual([false, true, true, true, true]);
    expect(shown.map(({ state }) => state)).toEqual(['live', 'live', 'attention', 'alarm', 'alarm']);
  });
});
