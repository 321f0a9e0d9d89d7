import { destination } from '@eyrie/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flownSpan,
  photoWaypointRules as rules,
  typesOnPhoto,
  waypointOfPhoto,
  type FlownRoute,
  type PhotoPlace,
} from './photo-waypoint.ts';

const at = { lng: 113.95, lat: 22.54 };
const waypoint = (
  metres: number,
  height = 80,
  heightMode: 'relative' | 'altitude' | 'ground' = 'relative',
) => ({
  ...destination(at, 90, metres),
  height,
  heightMode,
});
const route = (metres: readonly number[], part: Partial<FlownRoute> = {}): FlownRoute => ({
  waypoints: metres.map((one) => waypoint(one)),
  lines: null,
  startsAt: null,
  brokeOffAt: null,
  ...part,
});
const photo = (metres: number, part: Partial<PhotoPlace> = {}): PhotoPlace => ({
  ...destination(at, 90, metres),
  fix: 'single',
  relative: 80,
  altitude: null,
  ellipsoid: null,
  ...part,
});
const line = [0, 100, 200, 300];

describe('the waypoint of a photo', () => {
  it('is the nearest one, however the photo errs within what is clear', () => {
    expect(waypointOfPhoto(photo(104), route(line))).toEqual({ place: 1 });
    expect(waypointOfPhoto(photo(100 + rules.most - 0.1), route(line))).toEqual({ place: 1 });
  });

  it('is not known where none is near, or the photo says no place', () => {
    expect(waypointOfPhoto(photo(100 + rules.most + 0.1), route(line))).toEqual({ unknown: 'noneNear' });
    expect(waypointOfPhoto(photo(0), route([]))).toEqual({ unknown: 'noneNear' });
    for (const nowhere of [
      { lng: null },
      { lat: null },
      { lng: 0, lat: 0 },
      { lat: 91 },
      { lng: Number.NaN },
    ])
      expect(waypointOfPhoto(photo(0, nowhere), route(line))).toEqual({ unknown: 'noPlace' });
  });

  it('is not known where two answer as well, unless RTK parts them', () => {
    const near = route([0, 6]);
    expect(waypointOfPhoto(photo(3), near)).toEqual({ unknown: 'twoAsNear' });
    expect(waypointOfPhoto(photo(2), near)).toEqual({ unknown: 'twoAsNear' });
    expect(waypointOfPhoto(photo(2, { fix: 'fixed' }), near)).toEqual({ place: 0 });
    expect(waypointOfPhoto(photo(0), near)).toEqual({ place: 0 });
    expect(waypointOfPhoto(photo(0, { fix: null }), near)).toEqual({ unknown: 'twoAsNear' });
    // The end of a round lies where it began.
    expect(waypointOfPhoto(photo(0), route([0, 100, 0]))).toEqual({ unknown: 'twoAsNear' });
  });

  it('is by height where waypoints lie above each other and count it alike', () => {
    const above = (mode: 'relative' | 'altitude' | 'ground', heights = [40, 60, 80]) =>
      route([], { waypoints: heights.map((height) => waypoint(0, height, mode)) });
    expect(waypointOfPhoto(photo(0, { relative: 62 }), above('relative'))).toEqual({ place: 1 });
    const unknown = { unknown: 'twoAsNear' };
    expect(waypointOfPhoto(photo(0, { relative: 50 }), above('relative'))).toEqual(unknown);
    expect(waypointOfPhoto(photo(0, { relative: null }), above('relative'))).toEqual(unknown);
    expect(waypointOfPhoto(photo(0, { relative: 200 }), above('relative'))).toEqual(unknown);
    expect(waypointOfPhoto(photo(0, { altitude: 62 }), above('altitude'))).toEqual(unknown);
    expect(waypointOfPhoto(photo(0, { altitude: 62, fix: 'fixed' }), above('altitude'))).toEqual({
      place: 1,
    });
    expect(waypointOfPhoto(photo(0, { fix: 'fixed' }), above('ground'))).toEqual(unknown);
  });

  it('is one that its flight reached: after the breakpoint it took up, and before that at which it broke off', () => {
    const round = [0, 100, 200, 100, 0];
    const from = (waypointBefore: number, progress: number) => ({
      wayline: 0,
      waypoint: waypointBefore,
      progress,
    });
    expect(waypointOfPhoto(photo(0), route(round, { startsAt: from(1, 0) }))).toEqual({ place: 4 });
    expect(waypointOfPhoto(photo(0), route(round, { brokeOffAt: from(2, 0.5) }))).toEqual({ place: 0 });
    expect(waypointOfPhoto(photo(100), route(round, { startsAt: from(1, 0) }))).toEqual({
      unknown: 'twoAsNear',
    });
    expect(waypointOfPhoto(photo(100), route(round, { startsAt: from(1, 0.2) }))).toEqual({ place: 3 });
    expect(waypointOfPhoto(photo(300), route(line, { brokeOffAt: from(2, 0.9) }))).toEqual({
      unknown: 'noneNear',
    });
  });

  it('counts on over the lines of a route, whatever their numbers', () => {
    const lines = [
      { id: 4, waypoints: 2 },
      { id: 9, waypoints: 2 },
    ];
    const second = { wayline: 9, waypoint: 0, progress: 0 };
    expect(flownSpan(route(line, { lines, startsAt: second }))).toEqual([2, 3]);
    expect(flownSpan(route(line, { lines, brokeOffAt: second }))).toEqual([0, 2]);
    // A breakpoint that the route does not have limits nothing.
    expect(flownSpan(route(line, { lines, startsAt: { ...second, wayline: 1 } }))).toEqual([0, 3]);
  });

  const metres = fc.double({ min: -500, max: 500, noNaN: true });
  const places = fc.array(metres, { maxLength: 12 });
  const fix = fc.constantFrom('fixed' as const, 'float' as const, 'single' as const, 'none' as const, null);

  it('is never farther than the most, and no other is as near', () => {
    fc.assert(
      fc.property(places, metres, fix, (line_, where, known) => {
        const found = waypointOfPhoto(photo(where, { fix: known, relative: null }), route(line_));
        const away = line_.map((one) => Math.abs(one - where)).toSorted((a, b) => a - b);
        const [nearest = Infinity, second = Infinity] = away;
        if ('place' in found) {
          expect(Math.abs((line_[found.place] ?? Infinity) - where)).toBeCloseTo(nearest, 3);
          expect(nearest).toBeLessThan(rules.most + 0.01);
          expect(second - nearest).toBeGreaterThan(rules.clear[known ?? 'none'] - 0.01);
        } else if (found.unknown === 'noneNear') expect(nearest).toBeGreaterThan(rules.most - 0.01);
        else expect(second - nearest).toBeLessThan(rules.clear[known ?? 'none'] + 0.01);
      }),
    );
  });

  it('does not depend on the order of the waypoints', () => {
    fc.assert(
      fc.property(places, metres, (line_, where) => {
        const [one, other] = [line_, line_.toReversed()].map((all) =>
          waypointOfPhoto(photo(where), route(all)),
        );
        if (one && 'place' in one) expect(other).toEqual({ place: line_.length - 1 - one.place });
        else expect(other).toEqual(one);
      }),
    );
  });

  it('never lies outside of what was flown', () => {
    const point = fc.record({
      wayline: fc.constant(0),
      waypoint: fc.nat(11),
      progress: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        places,
        metres,
        fc.option(point),
        fc.option(point),
        (line_, where, startsAt, brokeOffAt) => {
          const flown = route(line_, { startsAt, brokeOffAt });
          const found = waypointOfPhoto(photo(where), flown);
          if (!('place' in found)) return;
          const [first, last] = flownSpan(flown);
          expect(found.place).toBeGreaterThanOrEqual(first);
          expect(found.place).toBeLessThanOrEqual(last);
        },
      ),
    );
  });
});

describe('AI types that are looked for on a photo', () => {
  it.each([
    ['the flight alone where the waypoint is not known', ['crack'], null, ['crack']],
    [
      'the flight alone where the waypoint asks for nothing',
      ['crack'],
      { ai: false, aiTypes: ['smoke'] },
      ['crack'],
    ],
    ['both', ['crack'], { ai: true, aiTypes: ['smoke', 'crack'] }, ['crack', 'smoke']],
    ['the waypoint where the flight asks for nothing', [], { ai: true, aiTypes: ['smoke'] }, ['smoke']],
    ['those of the flight where the waypoint names none', ['crack'], { ai: true }, ['crack']],
    ['any where neither names one', [], { ai: true }, null],
    ['any of a flight that nobody arranged', null, { ai: true, aiTypes: ['smoke'] }, null],
  ])('are those of %s', (_what, flight, asks, expected) => {
    expect(typesOnPhoto(flight, asks)).toEqual(expected);
  });
});
