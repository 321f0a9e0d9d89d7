import { isDeepStrictEqual } from 'node:util';
import { buildKmz, kmzPoints } from '@eyrie/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { prepareForDispatch, readKmz } from './index.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Numbers as a broken planner may write them: right, out of range, not finite, or no numbers at all. */
const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -500, max: 9000 }),
  fc.constantFrom('540', '-0', 'NaN', '1e999', '', '0x10', '1,5', '٣', '--', '１'),
);

/** What becomes of a file: refused, or the same when stored, and the same points when sent to a dock. */
function verdict(bytes: Uint8Array): string {
  const result = readKmz(bytes);
  if (!result.ok) return `refused: ${result.refusal.reason}: ${result.refusal.detail}`;
  const { route, warnings } = result;
  const numbers = route.waypoints.flatMap(({ lng, lat, height, speed }) => [lng, lat, height, speed]);
  if (!numbers.every(Number.isFinite)) return 'accepted something that is no number';
  if (!warnings.every(({ blocking }) => typeof blocking === 'boolean')) return 'warned without a weight';
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(route)), route)) return 'changed by storing';
  const sent = readKmz(prepareForDispatch(bytes, { returnAltitude: 90, lostAction: 'return' }));
  return sent.ok && isDeepStrictEqual(sent.route.waypoints, route.waypoints) ? 'sound' : 'changed by sending';
}

it('a valid file comes back as it was, whatever its numbers', () => {
  const point = fc.record({
    lng: finite(-180, 180),
    lat: finite(-90, 90),
    height: finite(-200, 1500),
    speed: finite(1, 15),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 6 }), (points) => {
      const result = readKmz(buildKmz({ points }));
      if (!result.ok) throw new Error(result.refusal.detail);
      const read = result.route.waypoints.map(({ lng, lat, height, speed }) => ({ lng, lat, height, speed }));
      expect(read).toEqual(
        points.map((one) => ({ ...one, lng: one.lng + 0, lat: one.lat + 0, height: one.height + 0 })),
      );
    }),
  );
});

it('a lying file is refused with a reason, or is stored, parsed and sent on the same', () => {
  const place = fc.constantFrom(
    'coordinates',
    'executeHeight',
    'waypointSpeed',
    'index',
    'droneEnumValue',
    'distance',
  );
  fc.assert(
    fc.property(place, anyNumber, anyNumber, (element, first, second) => {
      const value = element === 'coordinates' ? `${first},${second}` : String(first);
      const pattern = new RegExp(`(<(?:wpml:)?${element}>)[^<]*`);
      const bytes = buildKmz({ waylines: (xml) => xml.replace(pattern, (_all, tag: string) => tag + value) });
      expect(verdict(bytes)).toMatch(/^sound$|^refused: kmz\w+: ./);
    }),
    { numRuns: 500 },
  );
});

it('a file with any bytes changed is refused or still a route, and never breaks the reader', () => {
  const good = buildKmz({ packing: 'stored' });
  const change = fc.record({
    at: fc.integer({ min: 0, max: good.length - 1 }),
    to: fc.integer({ min: 0, max: 255 }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const bytes = good.slice();
      for (const { at, to } of changes) bytes[at] = to;
      const result = readKmz(bytes);
      expect(result.ok ? result.route.waypoints.length : kmzPoints.length).toBe(kmzPoints.length);
    }),
    { numRuns: 500 },
  );
});

it('any number of points between two and many survives dispatch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), (count) => {
      const points = Array.from({ length: count }, (_, i) => ({
        lng: i / 1000,
        lat: 1,
        height: 50,
        speed: 5,
      }));
      const result = readKmz(
        prepareForDispatch(buildKmz({ points }), { returnAltitude: 90, lostAction: 'return' }),
      );
      expect(result.ok && result.route.waypoints.length).toBe(count);
    }),
    { numRuns: 20 },
  );
});
