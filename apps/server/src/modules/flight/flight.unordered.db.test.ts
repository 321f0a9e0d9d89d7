import { limits } from '@eyrie/domain';
import { droneOsd } from '@eyrie/testing';
import { mergeProperties } from '@eyrie/dji';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { dockIdentities, openDockLink, type DockLink } from '../dock/index.ts';
import { createFlightMoves } from './flight.moves.ts';
import { sentJob } from './flight.job.ts';
import { endedEarly, unplannedMove } from './flight.unordered.ts';

const account = 'gamma-operator';
const rooms = await createTestRooms();
await rooms.seed('gamma', ['operator'], 'Flug-4711!');
afterAll(() => rooms.close());
const flights = createTestFlights(rooms.runtime);
const { mono } = rooms.clock;

type Job = NonNullable<DockLink['job']>;
const onRoute = { status: 'in_progress', waypoint: 1, waypointCount: 3, missionState: 6 } as const;

/** A dock whose aircraft flies its route, and who is alarmed of it. */
const flying = async () => {
  const dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  const flightOID = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'inFlight' });
  await sql`update flight set start_time = ${new Date(rooms.clock.wall() - 60_000)} where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
  const [identity] = await dockIdentities(rooms.db, [dockOID]);
  if (!identity) throw new Error('no dock');
  const link = openDockLink({ ...identity, droneSn: 'A1' }, 1);
  link.session = true;
  link.flightOID = flightOID;
  link.droneInTopology = true;
  const says = (mode: number, job: Partial<Job> = {}, cause = 0): void => {
    const receipt = { at: mono(), source: 'osd' } as const;
    link.dockSnapshot = mergeProperties(link.dockSnapshot, { mode_code: 4 }, receipt).snapshot;
    const osd = { ...droneOsd, mode_code: mode, mode_code_reason: cause, elevation: 60 };
    link.droneSnapshot = mergeProperties(link.droneSnapshot, osd, receipt).snapshot;
    link.job = { ...sentJob({ oid: flightOID, waypoint_count: 3 }), ...onRoute, ...job };
  };
  const alarms: string[] = [];
  const moves = createFlightMoves(rooms.runtime, {
    unordered: async (_link, oid, move) => void alarms.push(`${oid === flightOID} ${move}`),
  });
  const look = () => moves.look(link, flightOID, mono());
  const record = async () =>
    (
      await sql<{
        unordered: string | null;
      }>`select unordered from flight where oid = ${flightOID}::uuid`.execute(rooms.db)
    ).rows[0]?.unordered;
  const order = (method: string, state: string, ago = 0) =>
    sql`insert into command (oid, group_root, dock_oid, method, idempotency_key, arguments, arguments_hash,
        issued_by, issued_at, expires_at, state)
      select gen_random_uuid(), group_root, ${dockOID}::uuid, ${method}, gen_random_uuid()::text, '{}', '', oid,
        ${new Date(rooms.clock.wall() - ago)}, now(), ${state} from member where account = ${account}`.execute(
      rooms.db,
    );
  return { link, flightOID, says, look, alarms, record, order, ended: () => moves.ended(link, flightOID) };
};
const routeFlight = 5;
const autoReturn = 9;
const manual = 3;
const lasting = limits.flight.unorderedAfter;

describe('an aircraft that leaves its route', () => {
  it.each([
    ['returned', autoReturn, {}, 0],
    ['halted', manual, { status: 'paused', reason: 1282 }, 0],
    ['byHand', manual, { status: 'paused', reason: 1282 }, 18],
    ['byHand', autoReturn, {}, 4],
  ] as const)('without an order has %s in its record, and an alarm, once', async (move, mode, job, cause) => {
    const at = await flying();
    at.says(routeFlight);
    await at.look();
    at.says(mode, job, cause);
    await at.look();
    rooms.clock.move(lasting - 1);
    at.says(mode, job, cause);
    await at.look();
    expect(at.alarms).toEqual([]);
    rooms.clock.move(1);
    await at.look();
    rooms.clock.move(5_000);
    at.says(mode, job, cause);
    await at.look();
    expect(at.alarms).toEqual([`true ${move}`]);
    expect(await at.record()).toBe(move);
  });

  it.each([
    ['called home', 'returnHome', 'unknown', 0],
    ['ended', 'forceEndJob', 'accepted', 20_000],
  ])('because it was %s by its own people is none', async (_what, method, state, ago) => {
    const at = await flying();
    at.says(routeFlight);
    await at.look();
    await at.order(method, state, ago);
    at.says(autoReturn);
    await at.look();
    rooms.clock.move(lasting);
    await at.look();
    expect(at.alarms).toEqual([]);
    expect(await at.record()).toBeNull();
  });

  it('is not excused by an order that never left, nor by one long before', async () => {
    const at = await flying();
    await at.order('returnHome', 'failed');
    await at.order('hover', 'succeeded', 59_000);
    at.says(routeFlight);
    await at.look();
    at.says(autoReturn);
    await at.look();
    rooms.clock.move(lasting);
    await at.look();
    expect(at.alarms).toEqual(['true returned']);
  });

  it('is seen after a restart as well, and an order since it took off counts then', async () => {
    const at = await flying();
    await at.order('returnHome', 'succeeded', 50_000);
    at.says(autoReturn);
    await at.look();
    rooms.clock.move(lasting);
    await at.look();
    expect(at.alarms).toEqual([]);
  });

  it.each([
    ['flies it', routeFlight, {}],
    ['is flown by hand before it left it', manual, {}, 18],
    ['is called home by a remote controller from its last point', autoReturn, { waypoint: 2 }, 4],
    ['returns from its last point', autoReturn, { waypoint: 2 }],
    ['returns for a reason of the device', autoReturn, { reason: 774 }],
    ['is paused by an obstacle', manual, { status: 'paused', reason: 4 }],
    ['stands on the ground', 0, { status: 'paused', reason: 1282 }],
  ])('does nothing unplanned where it %s', async (_what, mode, job, cause?: number) => {
    const at = await flying();
    at.says(mode, job, cause);
    expect(unplannedMove(at.link, mono())).toBeNull();
  });

  it('ends early in its record where its dock says so and nobody ordered it', async () => {
    const at = await flying();
    await at.ended();
    expect([at.alarms, await at.record()]).toEqual([['true ended'], 'ended']);
    const own = await flying();
    await own.order('forceEndJob', 'succeeded', 10_000);
    await own.ended();
    expect([own.alarms, await own.record()]).toEqual([[], null]);
  });
});

it('a move that could not be judged is judged by the next look', async () => {
  const at = await flying();
  let away = true;
  const db = new Proxy(rooms.db, {
    get(target, key) {
      if (away) throw new Error('away');
      const found: unknown = Reflect.get(target, key);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
  const alarms: string[] = [];
  const moves = createFlightMoves(
    { db, serverTime: rooms.runtime.serverTime },
    { unordered: async (_link, _oid, move) => void alarms.push(move) },
  );
  const look = () => moves.look(at.link, at.flightOID, mono());
  at.says(routeFlight);
  await look();
  at.says(autoReturn);
  await look();
  rooms.clock.move(lasting);
  await expect(look()).rejects.toThrow('away');
  away = false;
  await look();
  await look();
  expect(alarms).toEqual(['returned']);
});

it.each([
  [true, { outcome: 'done', reason: null, waypoint: 0 }],
  [false, { outcome: 'done', reason: null, waypoint: 2 }],
  [false, { outcome: 'done', reason: null, waypoint: null }],
  [true, { outcome: 'partly', reason: 'partially_done', waypoint: null }],
  [true, { outcome: 'partly', reason: '322282', waypoint: null }],
  [false, { outcome: 'failed', reason: '321784', waypoint: 0 }],
  [false, { outcome: 'failed', reason: 'failed', waypoint: 0 }],
] as const)('ended early: %s of %j', (early, said) => {
  const job = { ...sentJob({ oid: 'f', waypoint_count: 3 }), ...onRoute };
  expect(endedEarly(job, said)).toBe(early);
});
