import { expect, it } from 'vitest';
import { routeParts } from './route-parts.ts';

const [a, b, c] = [0, 1, 2].map((lng) => ({ lng, lat: 0 })) as [Spot, Spot, Spot];
type Spot = { lng: number; lat: number };
const at = { lng: 0.5, lat: 0 };

it('tells what is flown of a route from what is left, at the aircraft', () => {
  expect(routeParts([a, b, c], 1, at)).toEqual({ flown: [a, at], left: [at, b, c] });
  expect(routeParts([a, b, c], 2, null)).toEqual({ flown: [a, b], left: [b, c] });
});

it('leaves all of it before the first waypoint, and nothing after the last', () => {
  expect(routeParts([a, b, c], null, at)).toEqual({ flown: [], left: [a, b, c] });
  expect(routeParts([a, b, c], 0, at)).toEqual({ flown: [], left: [a, b, c] });
  expect(routeParts([a, b, c], 3, at)).toEqual({ flown: [a, b, c], left: [] });
  expect(routeParts([], 3, at)).toEqual({ flown: [], left: [] });
});
