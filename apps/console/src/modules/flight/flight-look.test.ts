import { expect, it } from 'vitest';
import { flightLook, waypointNumber } from './flight-look.ts';

it('a failed flight that is over does not look good', () => {
  expect(flightLook({ state: 'over', paused: false, outcome: 'failed' }).state).toBe('alarm');
  expect(flightLook({ state: 'over', paused: false, outcome: 'done' }).state).toBe('live');
});
it('a paused flight does not look like a flying one', () => {
  expect(flightLook({ state: 'inFlight', paused: true, outcome: null }).wordId).toBe('flight.paused');
  expect(flightLook({ state: 'inFlight', paused: false, outcome: null }).state).toBe('working');
});
it('waypoints are counted from one and never past the last', () => {
  expect([0, 3, 5, 6].map((index) => waypointNumber(index, 6))).toEqual([1, 4, 6, 6]);
});
