import {
  droneCalls,
  sumOfFlights,
  type CountedFlight,
  type FlightSums,
  type Reconciliation,
} from '@eyrie/domain';
import type { DeviceMessage } from '@eyrie/dji';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { openDockLink, type DockLink } from '../dock/index.ts';
import * as drone from '../drone/index.ts';
import { createFlightGateway } from './flight.gateway.ts';

const account = 'gamma-administrator';
const flightCount = 3;
let rooms: TestRooms;
let make: TestFlights;
let place: { taskOID: string; routeOID: string };
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  make = createTestFlights(rooms.runtime);
  place = { taskOID: await make.task(account), routeOID: await make.route(account) };
});
afterAll(() => rooms?.close());

type Word = 'accepted' | 'progress' | 'idle' | 'done' | 'failed';
/** Words of some flights in any order, each lost, once, or several times. */
const heard = fc.array(
  fc.record({
    flight: fc.integer({ min: 0, max: flightCount - 1 }),
    word: fc.constantFrom<Word>('accepted', 'progress', 'idle', 'done', 'failed'),
  }),
  { minLength: 1, maxLength: 12 },
);

const message = (flightOID: string, status: string, result = 0): DeviceMessage => ({
  tid: 't',
  bid: flightOID,
  timestamp: null,
  gateway: null,
  method: 'flighttask_progress',
  needReply: true,
  data: {
    result,
    output: { status, progress: { current_step: 5, percent: 40 }, ext: { flight_id: flightOID } },
  },
  raw: {},
});

/** The sums that the drawer of an aircraft shows. */
const recordedOf = async (oid: string): Promise<Reconciliation['recorded']> => {
  const { audit: auditLog, department, organisation } = rooms;
  const zone = { ...organisation, timeZoneOf: async () => 'UTC' };
  const extra = drone.endpoints(rooms, { auditLog, department, organisation: zone });
  const { data } = await rooms.call(
    droneCalls.reconcile,
    { oid },
    { token: await rooms.tokenOf(account), extra },
  );
  return (data as Reconciliation).recorded;
};

/** An aircraft with a dock for each of its flights: a dock has one flight in the air at a time. */
const setUp = async () => {
  const droneOID = rooms.runtime.newOid();
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model)
    select ${droneOID}::uuid, group_root, group_oid, '无人机', ${droneOID}, '0-91-1' from member
    where account = ${account}`.execute(rooms.db);
  const flights = await Promise.all(
    Array.from({ length: flightCount }, async (_, at) => {
      const dockOID = await make.dock(account);
      const oid = await make.flight(account, { ...place, dockOID });
      // The track that was recorded of it: one point a second.
      await sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat)
        select ${droneOID}::uuid, ${new Date(rooms.clock.wall())}::timestamptz
            + ${at * 100}::int * interval '1 second' + n * interval '1 second', ${oid}::uuid, 120, 30
        from generate_series(0, ${at + 1}::int) n`.execute(rooms.db);
      const dock = await rooms.db
        .selectFrom('dock')
        .selectAll()
        .where('oid', '=', dockOID)
        .executeTakeFirstOrThrow();
      const link = openDockLink(
        {
          oid: dockOID,
          sn: dock.sn,
          model: dock.model,
          name: dock.name,
          vendor: 'DJI',
          kind: 'dock',
          groupRoot: dock.group_root,
          groupOID: dock.group_oid,
          windLimit: 12,
          maintenance: 'none',
          insuranceUntil: null,
          bound: true,
          proved: true,
          droneOID,
          droneSn: droneOID,
          droneModel: '0-91-1',
        },
        1,
      );
      return { oid, link };
    }),
  );
  return { droneOID, flights };
};

/** What the words of one flight say by themselves: it counts once it has begun and is over, however often each came. */
const expectedOf = (words: readonly Word[], at: number): CountedFlight => {
  let begun = false;
  let over = false;
  let reason: string | null = null;
  for (const word of words) {
    // Only of a flight that is followed does a dock show that it has ended.
    const ends = word === 'done' || word === 'failed' || (word === 'idle' && begun);
    const report = word === 'failed' ? '316014' : null;
    if (!over && (word === 'accepted' || word === 'progress' || word === 'done')) begun = true;
    if (ends && !over) {
      over = true;
      reason = word === 'idle' ? 'endedUnobserved' : report;
    } else if (ends && word !== 'idle' && reason === 'endedUnobserved') reason = report;
  }
  return {
    state: over ? 'over' : begun ? 'inFlight' : 'created',
    begun,
    outcomeReason: reason,
    duration: at + 1,
    distance: 0,
  };
};

/** Three flights, of which one ended unseen. */
const oneUnseen: { flight: number; word: Word }[] = [
  { flight: 0, word: 'accepted' },
  { flight: 0, word: 'done' },
  { flight: 1, word: 'accepted' },
  { flight: 1, word: 'idle' },
  { flight: 2, word: 'accepted' },
  { flight: 2, word: 'done' },
];

describe('the counters of an aircraft', () => {
  it('equal the sum of its flights after any order of late, doubled and lost messages', async () => {
    const gateway = createFlightGateway(rooms.runtime, {
      audit: rooms.audit,
      publish: () => undefined,
      touched: () => undefined,
      changed: () => undefined,
      flushTelemetry: async () => undefined,
      over: () => undefined,
      unordered: async () => undefined,
      windRule: async () => ({ seconds: null, answerSeconds: 30 }),
    });
    const hear = async ({ oid, link }: { oid: string; link: DockLink }, word: Word): Promise<void> => {
      if (word === 'accepted') return gateway.begin(link, oid);
      if (word === 'progress') return gateway.progressed(link, message(oid, 'in_progress'));
      if (word === 'done') return gateway.progressed(link, message(oid, 'ok'));
      if (word === 'failed') return gateway.progressed(link, message(oid, 'failed', 316_014));
      if (link.flightOID === oid) await gateway.end(link, oid, 'unknown', 'endedUnobserved');
    };
    const landed: (FlightSums & { landings: number })[] = [];
    await fc.assert(
      fc.asyncProperty(heard, async (words) => {
        const { droneOID, flights } = await setUp();
        for (const { flight, word } of words) {
          const of = flights[flight];
          if (of) await hear(of, word);
        }
        const expected = flights.map((_, at) =>
          expectedOf(
            words.filter(({ flight }) => flight === at).map(({ word }) => word),
            at,
          ),
        );
        const sums = sumOfFlights(expected);
        expect(await recordedOf(droneOID)).toEqual(sums);
        landed.push(sums);
      }),
      { numRuns: 40, examples: [[oneUnseen]] },
    );
    // Cases without a single flight would prove nothing.
    expect(landed.some(({ flights }) => flights > 1)).toBe(true);
    expect(landed.some(({ flights, landings }) => landings > 0 && landings < flights)).toBe(true);
  });
});
