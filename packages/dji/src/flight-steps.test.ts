import { expect, it } from 'vitest';
import { flightStepOf } from './flight-steps.ts';

it.each([
  [7, 'opening', 'opening'],
  [8, 'linking', 'linking'],
  [9, 'positioning', 'linking'],
  [16, 'file', 'file'],
  [21, 'homePoint', 'parameters'],
  [23, 'route', 'homePoint'],
  [24, 'returnChecks', 'routeStart'],
  [25, 'landing', 'route'],
  [27, 'leaving', 'landing'],
  [31, 'media', 'media'],
  [33, 'result', 'media'],
])('step %s is %s on Dock 1 and %s on Dock 2 and 3', (step, first, later) => {
  expect(flightStepOf('3-1-0', step)).toBe(first);
  expect(flightStepOf('3-2-0', step)).toBe(later);
  expect(flightStepOf('3-3-0', step)).toBe(later);
});

it('has no word for a number or a dock that no table names', () => {
  for (const step of [null, -1, 40, 65_535]) expect(flightStepOf('3-3-0', step)).toBeNull();
  expect(flightStepOf('3-9-0', 7)).toBeNull();
  expect(flightStepOf(null, 7)).toBeNull();
});
