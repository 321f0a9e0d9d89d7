import type { PhotoFacts } from '@eyrie/domain';
import { bearing, destination, distance } from '@eyrie/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundPlace } from './ground-place.ts';

const facts: PhotoFacts = {
  make: 'DJI',
  model: 'M3TD',
  lng: 113.95,
  lat: 22.54,
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: 60, relative: 40 },
  heading: 90,
  gimbal: { yaw: 90, pitch: -45, roll: 0 },
  aircraft: { yaw: 90, pitch: 0, roll: 0 },
  lens: 'wide',
  focalLength: 24,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
};
const picture = { width: 4000, height: 3000 };
const middle = { x: 1990, y: 1490, width: 20, height: 20 };
const flat = { takeOff: null };
const eye = { lng: 113.95, lat: 22.54 };

describe('where a box lies on the ground', () => {
  it('is where the line of sight meets it', () => {
    const seen = groundPlace({ facts, box: middle, picture }, flat);
    expect(distance(eye, seen!)).toBeCloseTo(40, 1);
    expect(bearing(eye, seen!)).toBeCloseTo(90, 1);
    // 40 m below, and as far ahead.
    expect(seen!.seen!.metres).toBeCloseTo(40 * Math.SQRT2, 1);
    expect(seen!.seen!.error).toBeGreaterThan(seen!.radius);
    const right = groundPlace({ facts, box: { ...middle, x: 3000 }, picture }, flat);
    expect(bearing(eye, right!)).toBeGreaterThan(95);
    const lower = groundPlace({ facts, box: { ...middle, y: 2500 }, picture }, flat);
    expect(distance(eye, lower!)).toBeLessThan(25);
  });

  it('is on the terrain where that is known, by the height above the take-off or the ellipsoid', () => {
    // A slope that rises by a fifth to the east.
    const heightAt = ({ lng }: { lng: number }): number => 20 + (lng - eye.lng) * 102_700 * 0.2;
    const seen = groundPlace({ facts, box: middle, picture }, { takeOff: 20, heightAt });
    expect(distance(eye, seen!)).toBeCloseTo(40 / 1.2, 0);
    const above = { ...facts, heights: { ...facts.heights, ellipsoid: 60 } };
    expect(
      distance(seen!, groundPlace({ facts: above, box: middle, picture }, { takeOff: null, heightAt })!),
    ).toBeLessThan(0.01);
    expect(seen!.radius).toBeLessThan(groundPlace({ facts, box: middle, picture }, flat)!.radius);
  });

  it('is not made up', () => {
    const up = { ...facts, gimbal: { ...facts.gimbal, pitch: 10 } };
    for (const one of [
      up,
      { ...facts, lng: null },
      { ...facts, heading: null },
      { ...facts, focalLength: null },
    ])
      expect(groundPlace({ facts: one, box: middle, picture }, flat)).toBeNull();
    const high = { ...facts, heights: { ellipsoid: null, altitude: 60, relative: null } };
    expect(groundPlace({ facts: high, box: middle, picture }, flat)).toBeNull();
  });

  it('holds a planted thing within its radius, whatever the errors of the photo within three deviations', () => {
    const error = (most: number) => fc.double({ min: -1, max: 1, noNaN: true }).map((share) => share * most);
    fc.assert(
      fc.property(
        fc.double({ min: 25, max: 80, noNaN: true }),
        fc.double({ min: -90, max: -35, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        error(3.5),
        error(0.9),
        error(9),
        error(4),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (relative, pitch, heading, turned, tilted, lifted, drifted, way) => {
          const said: PhotoFacts = {
            ...facts,
            fix: 'single',
            heading,
            gimbal: { ...facts.gimbal, pitch },
            heights: { ellipsoid: null, altitude: null, relative },
          };
          const true_ = groundPlace(
            {
              facts: {
                ...said,
                ...destination(eye, way, drifted),
                heading: heading + turned,
                gimbal: { ...said.gimbal, pitch: pitch + tilted },
                heights: { ...said.heights, relative: relative + lifted },
              },
              box: middle,
              picture,
            },
            flat,
          );
          const seen = groundPlace({ facts: said, box: middle, picture }, flat);
          expect(distance(true_!, seen!)).toBeLessThanOrEqual(seen!.radius);
        },
      ),
    );
  });
});
