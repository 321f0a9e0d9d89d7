import { addForbidden, addHole, addPart, freshPlan } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { beginRing, ringKey, ringNamed, shownRings, withoutUnfinished } from './rings.ts';

const square = (at: number, side = 1) => [
  { lng: at, lat: 0 },
  { lng: at + side, lat: 0 },
  { lng: at + side, lat: side },
  { lng: at, lat: side },
];
const two = addPart(addPart(freshPlan('regional'), square(0)), square(5));

it('names every edge so that the name can be read again', () => {
  const plan = addForbidden(addHole(two, 1, square(5, 0.2)), square(9));
  const keys = shownRings(plan).map(({ key }) => key);
  expect(keys).toEqual(['outer.0', 'outer.1', 'hole.1.0', 'forbidden.0']);
  expect(keys.map((key) => ringKey(ringNamed(key)))).toEqual(keys);
});

it('begins a hole in the part where its first place lies, and none where there is no part', () => {
  const place = { lng: 5.5, lat: 0.5 };
  expect(beginRing(two, 'hole', place)?.name).toEqual({ kind: 'hole', part: 1, hole: 0 });
  expect(beginRing(freshPlan('regional'), 'hole', place)).toBeNull();
});

it('shows a line in place of edges where one is flown along, and nothing where points are set by hand', () => {
  const area = { ...two.area, pattern: 'corridor' as const, line: square(0) };
  expect(shownRings({ ...two, area }).map(({ key }) => key)).toEqual(['line']);
  expect(shownRings({ ...two, type: 'waypoint' })).toEqual([]);
});

it('computes nothing of an edge that is being drawn, and the very same plan where all are whole', () => {
  const drawing = addHole(addPart(two, square(7).slice(0, 2)), 0, square(0, 0.2).slice(0, 1));
  expect(withoutUnfinished(drawing).area.parts).toEqual(two.area.parts);
  expect(withoutUnfinished(two)).toBe(two);
  const first = addPart(freshPlan('regional'), square(0).slice(0, 2));
  expect(withoutUnfinished(first)).toBe(first);
});
