import { limits } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { droneOsd } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { dockIdentities, openDockLink, type DockLink } from '../dock/index.ts';
import { endedFlight } from './flight.slots.ts';
import { createFlightGateway } from './flight.gateway.ts';

const account = 'gamma-operator';
const rooms = await createTestRooms();
await rooms.seed('gamma', ['operator'], 'Flug-4711!');
afterAll(() => rooms.close());
const flights = createTestFlights(rooms.runtime);
const { mono, wall } = rooms.clock;
const atWork = { mode_code: 4, flighttask_step_code: 1, drone_in_dock: 0 };
const atHome = { mode_code: 0, flighttask_step_code: 5, drone_in_dock: 1 };

const gateway = () =>
  createFlightGateway(rooms.runtime, {
    audit: rooms.audit,
    publish: () => undefined,
    touched: () => undefined,
    changed: () => undefined,
    flushTelemetry: async () => undefined,
    over: () => undefined,
    unordered: async () => undefined,
    windRule: async () => ({ seconds: null, answerSeconds: 30 }),
  });

/** A flight that took off twenty seconds ago, less than a dock is given to begin. */
const inFlight = async () => {
  const dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  const flightOID = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'inFlight' });
  await sql`update flight set start_time = ${new Date(wall() - 20_000)} where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
  const row = () =>
    rooms.db
      .selectFrom('flight')
      .select(['state', 'outcome_reason', 'seconds_left', 'worked_at'])
      .where('oid', '=', flightOID)
      .executeTakeFirstOrThrow();
  /** A server that takes the dock over, having seen nothing of it. */
  const taken = async () => {
    const [identity] = await dockIdentities(rooms.db, [dockOID]);
    if (!identity) throw new Error('no dock');
    const link = openDockLink({ ...identity, droneSn: 'A1' }, 1);
    link.session = true;
    const flying = gateway();
    await flying.recover([link]);
    const says = (data: Record<string, unknown>): Promise<void> => {
      link.dockSnapshot = mergeProperties(link.dockSnapshot, data, { at: mono(), source: 'osd' }).snapshot;
      return flying.reconcile(link, mono());
    };
    return { link, says };
  };
  return { flightOID, routeOID, row, taken };
};

describe('a server that was restarted while an aircraft flew', () => {
  it('closes the flight whose landing was missed as soon as one that saw it', async () => {
    const at = await inFlight();
    const before = await at.taken();
    await before.says(atWork);
    expect((await at.row()).worked_at).not.toBeNull();
    const after = await at.taken();
    await after.says(atHome);
    rooms.clock.move(limits.flight.endSeenAfter);
    await after.says(atHome);
    expect(await at.row()).toMatchObject({ state: 'over', outcome_reason: 'endSeenInDock' });
    // The start is judged by this end: it does not stay in progress.
    expect(endedFlight.of(after.link)).toMatchObject({ flightOID: at.flightOID });
  });

  it('waits for a dock that nobody has seen at work: it may not have begun', async () => {
    const at = await inFlight();
    const after = await at.taken();
    await after.says(atHome);
    rooms.clock.move(limits.flight.endSeenAfter);
    await after.says(atHome);
    expect(await at.row()).toMatchObject({ state: 'inFlight', worked_at: null });
  });

  it('knows how long the rest of the route takes, also where nobody had stored that', async () => {
    const at = await inFlight();
    const line = [113.9, 113.91, 113.92].map((lng) => ({ lng, lat: 22.5, height: 60 }));
    await sql`update route set waypoints = ${JSON.stringify(line)}::jsonb where oid = ${at.routeOID}::uuid`.execute(
      rooms.db,
    );
    await sql`update flight set phase = 'onRoute', progress = 95, current_waypoint = 1, mission_state = 6
      where oid = ${at.flightOID}::uuid`.execute(rooms.db);
    const { link, says } = await at.taken();
    const osd = { ...droneOsd, mode_code: 5, elevation: 60 };
    const fly = (to: DockLink): void => {
      to.droneInTopology = true;
      to.droneSnapshot = mergeProperties(to.droneSnapshot, osd, { at: mono(), source: 'osd' }).snapshot;
    };
    fly(link);
    await until(
      'stored',
      async () => {
        await says(atWork);
        return (await at.row()).seconds_left;
      },
      (seconds) => seconds !== null && seconds > 0,
    );
    // The next word of the dock finds the line read.
    await says(atWork);
    expect(link.job?.secondsLeft).toBeGreaterThan(0);
  });
});
