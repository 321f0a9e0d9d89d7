import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOid } from '../../platform/oid.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { layOutDays } from './day-table.store.ts';
import { duringFlight, insertDroneTelemetry } from './telemetry.store.ts';

const day = 86_400_000;
const noon = Math.floor(Date.now() / day) * day + day / 2;
const drone = newOid();
let rooms: TestRooms;
let flightOID: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('rho', ['operator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  const account = 'rho-operator';
  flightOID = await flights.flight(account, {
    taskOID: await flights.task(account),
    routeOID: await flights.route(account),
    dockOID: await flights.dock(account),
  });
  await insertDroneTelemetry(
    rooms.db,
    [-40, -6, 0, 6, 8].map((days) => ({
      drone_oid: drone,
      at: new Date(noon + days * day),
      flight_oid: flightOID,
    })),
  );
  await layOutDays(rooms.db, 'drone_telemetry', noon);
});
afterAll(() => rooms?.close());

const flown = (start: Date | null, end: Date | null) =>
  sql`update flight set start_time = ${start}::timestamptz, end_time = ${end}::timestamptz
    where oid = ${flightOID}::uuid`.execute(rooms.db);
const days = async (): Promise<number[]> => {
  const { rows } = await sql<{ at: Date }>`select at from drone_telemetry
    where flight_oid = ${flightOID}::uuid and ${await duringFlight(rooms.db, flightOID)} order by at`.execute(
    rooms.db,
  );
  return rows.map(({ at }) => (at.getTime() - noon) / day);
};
/** Partitions that are read. */
const read = async (): Promise<string> => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select at from drone_telemetry
    where flight_oid = ${flightOID}::uuid and ${await duringFlight(rooms.db, flightOID)}`.execute(rooms.db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};
const old = `drone_telemetry_${new Date(noon - 40 * day).toISOString().slice(0, 10).replaceAll('-', '')}`;

it('rows of a flight that has not begun may lie in any day', async () => {
  await flown(null, null);
  expect(await days()).toEqual([-40, -6, 0, 6, 8]);
  expect(await read()).toContain(old);
});

it('those of one that flies lie from its begin on, as far as clocks differ', async () => {
  await flown(new Date(noon), null);
  expect(await days()).toEqual([-6, 0, 6, 8]);
});

it('those of one that is over lie until its end, and no other day is read', async () => {
  await flown(new Date(noon), new Date(noon + 1_000));
  expect(await days()).toEqual([-6, 0, 6]);
  expect(await read()).not.toContain(old);
});
