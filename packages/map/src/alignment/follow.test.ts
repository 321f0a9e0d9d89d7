import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock, createFakeSide, type Habits } from './fake-side.ts';
import { follow, guardTime, matching, pixelsApart } from './follow.ts';

const flatHabits: Habits = { echo: 20, inertia: 400, maxPitch: 65 };
const globeHabits: Habits = { echo: 120, inertia: 2500, maxPitch: 85 };

const rig = (flatIs = flatHabits, globeIs = globeHabits) => {
  const { clock, pass } = createFakeClock();
  const flat = createFakeSide(clock, flatIs);
  const globe = createFakeSide(clock, globeIs);
  const pair = follow(flat.side, globe.side, clock);
  return { flat, globe, pair, pass };
};

test('the globe follows the flat map, and the flat map the globe', () => {
  const { flat, globe, pass } = rig();
  flat.drag({ lng: 0.01, zoom: 2, pitch: 30, bearing: 40 });
  pass(4000);
  expect(globe.now()).toEqual(flat.now());
  globe.drag({ lat: 0.02, zoom: -1 });
  pass(6000);
  expect(flat.now()).toEqual(globe.now());
});

test('what the other side reports back is never given to the leading one', () => {
  const { flat, globe, pass } = rig();
  flat.drag({ lng: 0.01 });
  pass(10_000);
  expect(flat.shows()).toBe(0);
  const before = globe.shows();
  pass(60_000);
  expect(globe.shows()).toBe(before);
});

test('a side that snaps to whole zooms neither moves the leading one nor is moved for ever', () => {
  const { flat, globe, pass } = rig({ ...flatHabits, snaps: true });
  globe.drag({ zoom: 0.4 });
  pass(60_000);
  expect(globe.now().zoom).toBeCloseTo(10.4);
  expect(flat.now().zoom).toBe(10);
  expect(flat.shows()).toBeLessThan(100);
});

test('inertia of the side that was touched before does not win over the hand on the other', () => {
  const { flat, globe, pass } = rig();
  globe.drag({ lng: 0.5 });
  pass(200);
  flat.drag({ lat: 0.1 });
  pass(10_000);
  expect(pixelsApart(flat.now(), globe.now())).toBeLessThan(1);
});

test('a side that never says that it has come to rest is given the next view after the guard', () => {
  const { flat, globe, pass } = rig(flatHabits, { ...globeHabits, echo: 1e9 });
  flat.drag({ lng: 0.01 });
  pass(150);
  const first = globe.shows();
  flat.drag({ lng: 0.01 });
  pass(guardTime / 2);
  expect(globe.shows()).toBe(first);
  pass(guardTime * 3);
  expect(pixelsApart(flat.now(), globe.now())).toBeLessThan(1);
});

test('a hidden side is left alone and is right when it is shown again', () => {
  const { flat, globe, pair, pass } = rig();
  globe.hide(true);
  flat.drag({ lng: 1 });
  pass(5000);
  expect(globe.shows()).toBe(0);
  globe.hide(false);
  pair.refresh();
  pass(2000);
  expect(globe.now().lng).toBeCloseTo(flat.now().lng, 9);
});

test('over the antimeridian the way is short and the centre stays', () => {
  expect(
    pixelsApart(
      { lng: 179.9999, lat: 0, zoom: 10, bearing: 0, pitch: 0 },
      { lng: -179.9999, lat: 0, zoom: 10, bearing: 0, pitch: 0 },
    ),
  ).toBeLessThan(1);
  const { flat, globe, pass } = rig();
  flat.drag({ lng: 179.99 });
  pass(3000);
  flat.drag({ lng: 0.02 });
  pass(5000);
  expect(globe.now().lng).toBeCloseTo(flat.now().lng, 9);
});

test('beyond 65° of tilt the flat map holds its scale, and zooms stay within the limits', () => {
  const now = { lng: 0, lat: 0, zoom: 12, bearing: 0, pitch: 0 };
  const limits = { minZoom: 3, maxZoom: 18, maxPitch: 65 };
  expect(matching({ lng: 1, lat: 2, zoom: 9, bearing: 370, pitch: 80 }, now, limits)).toEqual({
    lng: 1,
    lat: 2,
    zoom: 12,
    bearing: 10,
    pitch: 65,
  });
  expect(matching({ ...now, zoom: 22 }, now, limits).zoom).toBe(18);
  expect(matching({ ...now, zoom: 1 }, now, limits).zoom).toBe(3);
});

const step = fc.record({
  on: fc.boolean(),
  wait: fc.integer({ min: 5, max: 1500 }),
  lng: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  lat: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  zoom: fc.double({ min: -2, max: 2, noNaN: true }),
  pitch: fc.double({ min: -30, max: 30, noNaN: true }),
  bearing: fc.double({ min: -90, max: 90, noNaN: true }),
});

test('a minute of random hands on both sides ends within one pixel, without a loop', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      const { flat, globe, pass } = rig();
      let passed = 0;
      for (const { on, wait, ...by } of steps) {
        if (passed > 60_000) break;
        (on ? flat : globe).drag(by);
        pass(wait);
        passed += wait;
      }
      pass(8000);
      expect(pixelsApart(flat.now(), globe.now())).toBeLessThan(1);
      const before = flat.shows() + globe.shows();
      // Ten views a second at most are given, and none when nobody moves any more.
      expect(before).toBeLessThan((passed + 8000) / 50);
      pass(120_000);
      expect(flat.shows() + globe.shows()).toBe(before);
    }),
    { numRuns: 60 },
  );
});
