import { statisticsCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createStatistics } from './index.ts';

let rooms: TestRooms;
const account = 'sigma-operator';

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sigma', ['operator'], 'Flug-4711!');
  await rooms.seed('tau', ['operator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

const overview = async (who = account): Promise<unknown> => {
  const extra = createStatistics(rooms.runtime, {
    organisation: rooms.organisation,
    audit: rooms.audit,
    timeZoneOf: async () => 'Asia/Shanghai',
    requireVisible: rooms.department.requireVisible,
  }).endpoints;
  return (await rooms.call(statisticsCalls.overview, {}, { token: await rooms.tokenOf(who), extra })).data;
};

describe('the overview', () => {
  it('counts today in the organisation’s own zone, and only its own rows', async () => {
    const flights = createTestFlights(rooms.runtime);
    const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
    const [first, second] = [await flights.dock(account), await flights.dock(account)];
    // The test clock stands at 2025-10-09 08:53:20 UTC: 16:53 in Shanghai, whose day began at 16:00 UTC the day before.
    const midnight = Date.UTC(2025, 9, 8, 16);
    const part = { taskOID, routeOID, createdAt: new Date(midnight) };
    await flights.flight(account, { ...part, dockOID: first, state: 'inFlight' });
    await flights.flight(account, { ...part, dockOID: second });
    const over = await flights.flight(account, { ...part, dockOID: second, state: 'over' });
    await sql`update flight set outcome = 'done', distance = 1200, duration = 300,
      start_time = ${new Date(midnight)} where oid = ${over}`.execute(rooms.db);
    const early = new Date(midnight - 1);
    await flights.flight(account, { ...part, dockOID: first, state: 'over', createdAt: early });
    await sql`insert into dock_snapshot (dock_oid, online, drone_online, drone_airborne)
      values (${first}, true, true, true), (${second}, false, true, false)`.execute(rooms.db);
    expect(await overview()).toMatchObject({
      docks: 2,
      docksOnline: 1,
      dronesAirborne: 1,
      routes: 1,
      since: midnight,
      timeZone: 'Asia/Shanghai',
      today: {
        flights: 3,
        flying: 1,
        waiting: 1,
        distance: 1200,
        duration: 300,
        outcomes: { done: 1, failed: 0 },
      },
    });
    expect(await overview('tau-operator')).toMatchObject({ docks: 0, routes: 0, today: { flights: 0 } });
    await sql`update organisation set time_zone = 'America/New_York' where name = 'tau'`.execute(rooms.db);
    expect(await overview('tau-operator')).toMatchObject({ since: Date.UTC(2025, 9, 9, 4) });
  });
});
