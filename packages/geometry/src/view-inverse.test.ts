import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sightOnGround } from './view.ts';
import { spotInView } from './view-inverse.ts';

it('finds in a picture what a line of sight through it met', () => {
  const share = fc.double({ min: -0.98, max: 0.98, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({
        lng: fc.double({ min: -170, max: 170, noNaN: true }),
        lat: fc.double({ min: -60, max: 60, noNaN: true }),
        height: fc.double({ min: 40, max: 150, noNaN: true }),
        heading: fc.double({ min: 0, max: 360, noNaN: true }),
        down: fc.double({ min: 60, max: 90, noNaN: true }),
      }),
      share,
      share,
      ({ lng, lat, ...turned }, right, up) => {
        const eye = { ...turned, place: { lng, lat }, angles: { horizontal: 72, vertical: 56 } };
        const met = sightOnGround(eye, { level: 0 }, { right, up });
        expect(met).not.toBeNull();
        const seen = met && spotInView(eye)(met.lng, met.lat, 0);
        expect(seen?.right).toBeCloseTo(right, 3);
        expect(seen?.up).toBeCloseTo(up, 3);
      },
    ),
  );
});

it('has nothing of what lies outside of the picture or above the camera', () => {
  const place = { lng: 113.9, lat: 22.5 };
  const eye = { place, height: 100, heading: 0, down: 90, angles: { horizontal: 72, vertical: 56 } };
  const at = spotInView(eye);
  expect(at(place.lng, place.lat, 0)).toMatchObject({ slant: 0 });
  expect(at(place.lng + 0.01, place.lat, 0)).toBeNull();
  expect(at(place.lng, place.lat, 101)).toBeNull();
  // Straight down and facing north, what lies north is up; a roll clockwise turns the scene to the left.
  expect(at(place.lng, place.lat + 0.0002, 0)?.up).toBeGreaterThan(0.3);
  expect(spotInView(eye, 90)(place.lng, place.lat + 0.0002, 0)?.right).toBeLessThan(-0.2);
});
