import type { GateRegion } from '@eyrie/domain';
import { destination, zoneOf } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { undulation } from '../../platform/undulation.ts';
import { openDockLink } from '../dock/index.ts';
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

  it('hold not where an aircraft reports its height without that above take-off', () => {
    const link = flownLink();
    link.droneSnapshot = openDockLink(link.dock, 1).droneSnapshot;
    saysDrone(link, { mode_code: 17, height: 160, height_limit: 120 }, begin);
    const run = Object.assign(flownRun(link), { place, regions: [] });
    expect(boundedSticks(run, forward, link, now)).toEqual(forward);
    expect(run.bounded).toBe(false);
  });

  it('judge regions by the height above the sea, not above the ellipsoid', () => {
    const zone = zoneOf({ type: 'circle', at: destination(place, place.head, 50), radius: 45 });
    if (!zone) throw new Error('no inside');
    const unbound = { validFrom: null, validUntil: null } as const;
    const clippedAt = (sea: number): readonly string[] => {
      const link = flownLink();
      saysDrone(link, { height_limit: 120 }, begin);
      const heights = { floor: sea - 5, ceiling: sea + 5, heightReference: 'sea' } as const;
      const regions: GateRegion[] = [{ name: 'mast', kind: 'noFly', zone, ...heights, ...unbound }];
      const run = Object.assign(flownRun(link), { place, regions });
      boundedSticks(run, forward, link, now);
      return run.clipped;
    };
    const below = undulation(place);
    expect(Math.abs(below)).toBeGreaterThan(20);
    expect(clippedAt(place.height - below)).toEqual(['region']);
    expect(clippedAt(place.height)).toEqual([]);
    expect(clippedAt(place.height + below)).toEqual([]);
  });
});
