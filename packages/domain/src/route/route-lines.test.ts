import { expect, it } from 'vitest';
import { waypointOfLines } from './route.ts';

const lines = [
  { id: 0, waypoints: 3 },
  { id: 4, waypoints: 2 },
];

it.each([
  ['of the first line', { wayline: 0, waypoint: 2 }, 2],
  ['of a later line', { wayline: 4, waypoint: 1 }, 4],
  ['beyond the end of its line', { wayline: 0, waypoint: 9 }, 2],
  ['of a line that the file does not have', { wayline: 2, waypoint: 0 }, null],
  ['of a line that nobody named', { wayline: null, waypoint: 1 }, null],
  ['that nobody named', { wayline: 4, waypoint: null }, null],
])('a waypoint %s counts among those of all', (_, reported, place) => {
  expect(waypointOfLines(lines, reported)).toBe(place);
});

it('a route of one line takes its waypoints as they are told', () => {
  expect(waypointOfLines(lines.slice(0, 1), { wayline: 7, waypoint: 1 })).toBe(1);
  expect(waypointOfLines(null, { wayline: null, waypoint: 5 })).toBe(5);
});
