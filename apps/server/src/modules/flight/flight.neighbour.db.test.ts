import { openCommandStates } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { leavingBefore } from './flight.neighbour.store.ts';

const account = 'gamma-operator';
let rooms: TestRooms;
let flights: TestFlights;
let groupRoot: string;
let route: { taskOID: string; routeOID: string };
let own: string;
let other: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  flights = createTestFlights(rooms.runtime);
  groupRoot = await rooms.seed('gamma', ['operator'], 'Flug-4711!');
  await rooms.seed('delta', ['operator'], 'Flug-4711!');
  route = { taskOID: await flights.task(account), routeOID: await flights.route(account) };
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from command`.execute(rooms.db);
  const at = async (): Promise<string> =>
    flights.flight(account, { ...route, dockOID: await flights.dock(account) });
  [own, other] = [await at(), await at()];
});

/** An order of a flight, given so many ms after the others. */
const order = (flightOID: string, part: { state?: string; method?: string; after?: number } = {}) =>
  sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash,
      issued_by, issued_at, expires_at, state)
    select gen_random_uuid(), group_root, dock_oid, oid, ${part.method ?? 'startJob'}, gen_random_uuid()::text, '{}', '', executor_oid,
      timestamptz '2027-01-01' + ${part.after ?? 0}::int * interval '1 millisecond', now(), ${part.state ?? 'drafted'}
    from flight where oid = ${flightOID}::uuid`.execute(rooms.db);
const leaving = async (flightOID: string): Promise<(string | null)[]> =>
  (await leavingBefore(rooms.db, groupRoot, flightOID)).map((one) => one.flightOID);

describe('flights whose start is on its way', () => {
  it.each(openCommandStates)(
    'are neighbours of one that is only asked about, where it is %s',
    async (state) => {
      await order(other, { state });
      expect(await leaving(own)).toEqual([other]);
    },
  );

  it.each(['failed', 'rejected', 'expired', 'succeeded'])('are none once the order is %s', async (state) => {
    await order(other, { state });
    expect(await leaving(own)).toEqual([]);
  });

  it('are none by another order, of another organisation, in the air or over', async () => {
    await order(other, { method: 'returnHome' });
    expect(await leaving(own)).toEqual([]);
    await order(other);
    const foreign = (await rooms.member.byAccount(rooms.db, 'delta-operator'))?.groupRoot ?? '';
    expect(await leavingBefore(rooms.db, foreign, own)).toEqual([]);
    await sql`update flight set state = 'inFlight' where oid = ${other}::uuid`.execute(rooms.db);
    expect(await leaving(own)).toEqual([]);
  });

  it('of two that nobody has judged the earlier one goes first', async () => {
    await order(own, { after: 1 });
    await order(other, { after: 2 });
    expect([await leaving(own), await leaving(other)]).toEqual([[], [own]]);
  });

  it('stop each other where both were let out without seeing the other', async () => {
    await order(own, { after: 1, state: 'sent' });
    await order(other, { after: 2, state: 'sent' });
    expect([await leaving(own), await leaving(other)]).toEqual([[other], [own]]);
  });

  it('of two at the same moment exactly one goes first', async () => {
    await order(own);
    await order(other);
    const found = [await leaving(own), await leaving(other)];
    expect(found.filter((list) => list.length === 0)).toHaveLength(1);
  });
});
