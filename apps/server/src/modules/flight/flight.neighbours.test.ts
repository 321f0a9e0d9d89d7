import type { TimedLeg } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { Neighbour } from './flight.neighbour.store.ts';
import { closeNeighbours, type Ways } from './flight.neighbours.ts';

const now = 1_760_000_000_000;
const minute = 60_000;
/** A kilometre to the north, for ten minutes; `west` lies some fourteen kilometres aside. */
const legs = (lng: number): TimedLeg[] => [
  { from: { lng, lat: 22.54 }, to: { lng, lat: 22.55 }, heights: [100, 120], since: 0, until: 10 * minute },
];
const ways = {
  legsFrom: async ({ routeOID, dockOID }) =>
    routeOID === null ? null : legs(dockOID === 'west' ? 113.8 : 113.95),
} as Pick<Ways, 'legsFrom'> as Ways;

const own = {
  routeOID: 'r',
  checksum: null,
  dockOID: 'own',
  returnAltitude: 100,
  at: now,
  isSelf: () => false,
};
const other = (part: Partial<Neighbour> = {}): Neighbour => ({
  taskOID: null,
  flightOID: 'f',
  name: 'patrol',
  wall: null,
  at: new Date(now - minute),
  routeOID: 'r',
  checksum: null,
  dockOID: 'beside',
  returnAltitude: 100,
  startsAt: null,
  lines: null,
  ...part,
});
const found = (...all: Neighbour[]) => closeNeighbours(ways, own, all);

describe('flights beside one that is to begin', () => {
  it('are too close on the same way at the same time, and not somewhere else or later', async () => {
    expect(await found(other())).toEqual({ close: ['patrol'] });
    expect(await found(other({ dockOID: 'west' }))).toEqual({ close: [] });
    expect(await found(other({ at: new Date(now + 11 * minute) }))).toEqual({ close: [] });
  });

  it('of its own dock are none: it lets one out after the other', async () => {
    expect(await found(other({ dockOID: 'own' }))).toEqual({ close: [] });
  });

  it('that should be over are over where they were only planned, and not as long as they are in the air', async () => {
    const long = new Date(now - 60 * minute);
    expect(await found(other({ at: long, flightOID: null, taskOID: 't' }))).toEqual({ close: [] });
    expect(await found(other({ at: long }))).toEqual({ close: ['patrol'] });
  });

  it('by hand may be anywhere: nobody says that none is close', async () => {
    const hand = other({ routeOID: null });
    expect(await found(hand)).toBe('placeUnknown');
    expect(await found(hand, other())).toEqual({ close: ['patrol'] });
  });
});
