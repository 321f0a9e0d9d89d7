import { expect, it } from 'vitest';
import { flownSeconds } from './flown-seconds.ts';

it('counts a flight in the air from its start, and one that is over by its record', () => {
  expect(flownSeconds({ state: 'inFlight', startTime: 10_000, duration: 0 }, 75_000)).toBe(65);
  expect(flownSeconds({ state: 'over', startTime: 10_000, duration: 312 }, 75_000)).toBe(312);
});

it('knows nothing of one that has not begun, or without the time', () => {
  expect(flownSeconds({ state: 'created', startTime: null, duration: 0 }, 75_000)).toBeNull();
  expect(flownSeconds({ state: 'inFlight', startTime: 10_000, duration: 0 }, null)).toBeNull();
});
