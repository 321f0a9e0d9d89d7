import { describe, expect, it } from 'vitest';
import { begin, flownLink, flownRun, forward, saysDrone } from './drc.fixture.ts';
import { boundedSticks } from './drc.room.ts';

const now = { now: begin, wall: begin };
const place = { lng: 54, lat: 24, height: 160, head: 90 };

describe('bounds of sticks', () => {
  it('hold only where place, regions, height and its limit are known', () => {
    const link = flownLink();
    const run = flownRun(link);
    const bounded = (known: Pick<typeof run, 'place' | 'regions'>): boolean => {
      Object.assign(run, known);
      expect(boundedSticks(run, forward, link, now)).toEqual(forward);
      return run.bounded;
    };
    expect(bounded({ place, regions: [] })).toBe(false);
    saysDrone(link, { height_limit: 120 }, begin);
    expect(bounded({ place, regions: [] })).toBe(true);
    expect(bounded({ place: null, regions: [] })).toBe(false);
    expect(bounded({ place, regions: null })).toBe(false);
    boundedSticks(Object.assign(run, { place, regions: [] }), forward, null, now);
    expect(run.bounded).toBe(false);
  });
});
