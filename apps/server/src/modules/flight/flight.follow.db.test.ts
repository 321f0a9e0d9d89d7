import type { Waypoint } from '@eyrie/domain';
import { droneOsd } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { createFlightFollow } from './flight.follow.ts';
import { linkOf, now } from './flight.link.fixture.ts';
import { storeProgress } from './flight.progress.store.ts';

const account = 'gamma-operator';
const rooms = await createTestRooms();
await rooms.seed('gamma', ['operator'], 'Flug-4711!');
afterAll(() => rooms.close());
const flights = createTestFlights(rooms.runtime);

/** A flight on the first leg of its route, and a gateway that follows it. */
const followed = async () => {
  const dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  const oid = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'inFlight' });
  const link = linkOf({ job: { flightOID: oid, waypoint: 0, progress: 0 } });
  const { latitude, longitude } = droneOsd as unknown as { latitude: number; longitude: number };
  // The aircraft is in the middle of the first of two legs.
  const line = [-0.005, 0.005, 0.015].map((east): Partial<Waypoint> => ({
    lng: longitude + east,
    lat: latitude,
    height: 60,
  }));
  await sql`update route set waypoints = ${JSON.stringify(line)}::jsonb where oid = ${routeOID}::uuid`.execute(
    rooms.db,
  );
  const moved: string[] = [];
  const follow = createFlightFollow({
    db: rooms.db,
    log: rooms.runtime.log,
    now: () => now,
    touched: () => undefined,
    moved: async () => {
      moved.push((await row()).phase ?? '');
    },
  });
  const row = () =>
    rooms.db
      .selectFrom('flight')
      .select(['phase', 'progress', 'percent', 'paused'])
      .where('oid', '=', oid)
      .executeTakeFirstOrThrow();
  return { oid, link, follow, row, moved };
};

const report = {
  percent: 40,
  step: 25,
  missionState: 6,
  waypoint: 0,
  waylineId: null,
  paused: false,
  breakPoint: null,
  mediaCount: null,
  at: 1_000,
};

it('stores with the first report how much of the route is flown, not what stood before its line was read', async () => {
  const { oid, link, follow, row } = await followed();
  await follow.report(link, oid, (standing) => storeProgress(rooms.db, oid, { ...report, standing }));
  expect(await row()).toMatchObject({ phase: 'onRoute', percent: 40, progress: 25 });
  expect(link.job).toMatchObject({ progress: 25 });
});

it('puts no report that was judged earlier on top of where the flight stands by now', async () => {
  const { oid, link, follow, row, moved } = await followed();
  let begun: () => void = () => undefined;
  let go: () => void = () => undefined;
  const storing = new Promise<void>((resolve) => (begun = resolve));
  const held = new Promise<void>((resolve) => (go = resolve));
  const reported = follow.report(link, oid, async (standing) => {
    begun();
    await held;
    await storeProgress(rooms.db, oid, { ...report, standing });
  });
  await storing;
  if (link.job) link.job = { ...link.job, status: 'paused' };
  follow.look(link, now);
  go();
  await reported;
  await until('paused', row, ({ phase }) => phase === 'paused');
  // It is stored before it is announced.
  await expect.poll(() => moved).toEqual(['paused']);
});

it('a report that cannot be stored is not taken as stored, and the next one is', async () => {
  const { oid, link, follow, row } = await followed();
  await expect(follow.report(link, oid, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  );
  expect((await row()).progress).toBeNull();
  await follow.report(link, oid, (standing) => storeProgress(rooms.db, oid, { ...report, standing }));
  expect(await row()).toMatchObject({ progress: 25 });
});
