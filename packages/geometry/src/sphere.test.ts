import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  along,
  bearing,
  bounds,
  destination,
  distance,
  interpolate,
  legLength,
  normaliseHeading,
  pathLength,
  type PlaceAtHeight,
} from './index.ts';

const shenzhen = { lng: 113.95, lat: 22.54, height: 0 };
const northEast = { lng: 113.96, lat: 22.55, height: 30 };

const place = fc.record({
  lng: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
});
const placeAtHeight = fc.record({
  lng: fc.double({ min: 113, max: 114, noNaN: true }),
  lat: fc.double({ min: 22, max: 23, noNaN: true }),
  height: fc.double({ min: 0, max: 500, noNaN: true }),
});

describe('lengths', () => {
  it('agrees with the figure of DJI planners to a tenth of a millimetre', () => {
    expect(distance(shenzhen, northEast)).toBeCloseTo(1513.6393, 4);
    expect(legLength(shenzhen, northEast)).toBeCloseTo(1513.9366, 4);
  });

  it('is zero for one place and for none', () => {
    expect(pathLength([])).toBe(0);
    expect(pathLength([shenzhen])).toBe(0);
    expect(distance(shenzhen, shenzhen)).toBe(0);
  });

  it('takes the short way over the antimeridian', () => {
    expect(distance({ lng: 179.99, lat: -17 }, { lng: -179.99, lat: -17 })).toBeCloseTo(2126.7, 1);
  });

  it('is the same there and back, and never shorter by a detour', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        expect(distance(a, b)).toBeCloseTo(distance(b, a), 6);
        expect(distance(a, b) + distance(b, c)).toBeGreaterThanOrEqual(distance(a, c) - 1e-3);
      }),
    );
  });
});

describe('directions', () => {
  it('finds the four points of a ring of 50 m around a centre', () => {
    const centre = { lng: 121, lat: 31 };
    const north = destination(centre, 0, 50);
    const east = destination(centre, 90, 50);
    expect(north.lng).toBeCloseTo(121, 8);
    expect(north.lat).toBeCloseTo(31.00044966, 8);
    expect(east.lng).toBeCloseTo(121.00052459, 8);
    expect(east.lat).toBeCloseTo(31, 8);
  });

  it('has the chord of a twelfth of that ring', () => {
    const centre = { lng: 121, lat: 31 };
    const ring = Array.from({ length: 13 }, (_, i) => ({ ...destination(centre, i * 30, 50), height: 60 }));
    expect(distance(ring[0] as PlaceAtHeight, ring[1] as PlaceAtHeight)).toBeCloseTo(25.8819, 3);
    expect(pathLength(ring)).toBeCloseTo(310.583, 2);
  });

  it('writes west as −90 and a full turn as nothing', () => {
    expect([270, -90, 360, 180, -180, 540, 181, -721].map(normaliseHeading)).toEqual([
      -90, -90, 0, 180, 180, 180, -179, -1,
    ]);
  });

  it('arrives where it was sent, from the direction it took', () => {
    fc.assert(
      fc.property(
        place,
        fc.double({ min: 0, max: 359.9, noNaN: true }),
        fc.integer({ min: 1, max: 20_000 }),
        (from, azimuth, metres) => {
          const to = destination(from, azimuth, metres);
          expect(distance(from, to)).toBeCloseTo(metres, 3);
          expect(Math.abs(normaliseHeading(bearing(from, to) - azimuth))).toBeLessThan(1e-3);
        },
      ),
    );
  });
});

describe('a place on the way', () => {
  it('is in the middle at half the leg, and climbs evenly', () => {
    const middle = interpolate(shenzhen, northEast, 0.5);
    expect(distance(shenzhen, middle)).toBeCloseTo(distance(middle, northEast), 6);
    expect(middle.height).toBe(15);
  });

  it('never flies past an end', () => {
    expect(interpolate(shenzhen, northEast, 7)).toEqual(northEast);
    expect(interpolate(shenzhen, northEast, -1)).toEqual(shenzhen);
  });

  it('divides any leg in the wanted share', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(placeAtHeight, placeAtHeight, share, (from, to, part) => {
        const reached = distance(from, interpolate(from, to, part));
        expect(Math.abs(reached - distance(from, to) * part)).toBeLessThan(1e-3);
      }),
    );
  });

  it('counts metres over the legs of a line', () => {
    const line = [shenzhen, northEast, { lng: 113.97, lat: 22.55, height: 30 }];
    expect(along(line, 0)?.place).toEqual(shenzhen);
    expect(along(line, 1513.9366)?.place.height).toBeCloseTo(30, 4);
    expect(along(line, 1600)).toMatchObject({ leg: 1 });
    expect(along(line, 1600)?.bearing).toBeCloseTo(90, 2);
    expect(along(line, 1e9)?.place).toEqual(line[2]);
    expect(along([shenzhen], 5)).toBeNull();
  });
});

describe('the box around places', () => {
  it('crosses the antimeridian the short way', () => {
    expect(
      bounds([
        { lng: 179.9, lat: 1 },
        { lng: -179.8, lat: -1 },
      ]),
    ).toEqual({
      west: 179.9,
      south: -1,
      east: -179.8,
      north: 1,
    });
  });

  it('is nothing without places and a point with one', () => {
    expect(bounds([])).toBeNull();
    expect(bounds([{ lng: 5, lat: 6 }])).toEqual({ west: 5, south: 6, east: 5, north: 6 });
  });

  it('holds every place', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        const box = bounds(places);
        for (const { lng, lat } of places) {
          expect(box && lat >= box.south && lat <= box.north).toBe(true);
          const inside =
            box &&
            (box.west <= box.east ? lng >= box.west && lng <= box.east : lng >= box.west || lng <= box.east);
          expect(inside).toBe(true);
        }
      }),
    );
  });
});
