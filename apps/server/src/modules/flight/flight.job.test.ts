import { decodeFlighttaskProgress } from '@eyrie/dji';
import { expect, it } from 'vitest';
import { jobFromProgress } from './flight.job.ts';

const flight = {
  oid: 'F1',
  waypoint_count: 5,
  lines: [
    { id: 0, waypoints: 3 },
    { id: 1, waypoints: 2 },
  ],
};

it('counts the waypoints of a later line on from those before it, so that a route is not over at the end of its first', () => {
  const jobAt = (wayline: number, index: number) => {
    const ext = { flight_id: 'F1', wayline_id: wayline, current_waypoint_index: index };
    const progress = decodeFlighttaskProgress({ result: 0, output: { status: 'in_progress', ext } }, null);
    return progress && jobFromProgress(flight, progress, null);
  };
  expect(jobAt(0, 2)).toMatchObject({ waypoint: 2, waypointCount: 5 });
  expect(jobAt(1, 0)).toMatchObject({ waypoint: 3 });
  expect(jobAt(1, 1)).toMatchObject({ waypoint: 4 });
  expect(jobAt(2, 1)).toMatchObject({ waypoint: null });
});
