import { addPoint, changePoints, freshPlan } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { compute, groundOf } from './compute.ts';
import { momentAt, timelineOf, viewOf } from './timeline.ts';

const drawn = [10, 10.001, 10.002].reduce(
  (before, lng) => addPoint(before, { lng, lat: 0 }),
  freshPlan('waypoint'),
);
const plan = changePoints(drawn, [drawn.points[1]?.id ?? ''], {
  actions: { set: [{ type: 'hover', seconds: 30 }] },
});
const computed = compute({ plan }, groundOf(null, null));
const timeline = timelineOf(computed);

it('ends when the figures say, and waits where the aircraft hovers', () => {
  expect(timeline.total).toBeCloseTo(computed.figures.time.line, 6);
  const middle = timeline.stops[1];
  const halt = (middle?.arrives ?? 0) + 5;
  expect(momentAt(timeline, halt)?.lng).toBeCloseTo(10.001, 9);
  expect(momentAt(timeline, 0)).toMatchObject({ lng: 10, index: 0 });
  expect(momentAt(timeline, 1e9)?.lng).toBeCloseTo(10.002, 9);
  expect(momentAt({ stops: [], total: 0 }, 0)).toBeNull();
});

it('looks along the route', () => {
  const moment = momentAt(timeline, 1);
  expect(moment?.heading).toBeCloseTo(90, 3);
  const ring = moment ? viewOf(moment, plan.settings.camera, null) : [];
  // Looking 45° down from 80 m, all that is seen lies ahead.
  expect(ring.length).toBeGreaterThan(3);
  for (const place of ring) expect(place.lng).toBeGreaterThan(moment?.lng ?? 180);
});
