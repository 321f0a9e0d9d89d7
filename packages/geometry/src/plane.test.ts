import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { distance, localPlane } from './index.ts';

it('measures a hundred metres like the sphere does', () => {
  const plane = localPlane({ lng: 121, lat: 31 });
  const corner = plane.toPlace({ east: 100, north: 100 });
  expect(distance({ lng: 121, lat: 31 }, corner)).toBeCloseTo(Math.hypot(100, 100), 2);
});

it('comes back to the place it left, also beyond the antimeridian', () => {
  const metres = fc.double({ min: -5000, max: 5000, noNaN: true });
  const plane = localPlane({ lng: 179.99, lat: -17 });
  fc.assert(
    fc.property(metres, metres, (east, north) => {
      const place = plane.toPlace({ east, north });
      expect(Math.abs(place.lng)).toBeLessThanOrEqual(180);
      const back = plane.toPlane(place);
      expect(back.east).toBeCloseTo(east, 5);
      expect(back.north).toBeCloseTo(north, 5);
    }),
  );
});
