/** A saved plan flown by a simulated dock, watched from beside the aircraft. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../e2e/support/calls.ts';
import type { DockPlace, SimulatedDock } from '../../e2e/support/simulator.ts';
import { commandCalls, flightCalls, leaseCalls, routeCalls } from '../../packages/domain/src/index.ts';
import { localPlane } from '../../packages/geometry/src/index.ts';
import { planFigures, resolvePlan, type Ground } from '../../packages/planner/src/index.ts';
import { within } from './desk.ts';

export type FlyingDock = DockPlace & SimulatedDock & { caller: Caller };

export interface FlownPlan {
  /** Waypoints of all lines. */
  points: number;
  outcome: string;
  /** Metres between the aircraft and the waypoint that it passed furthest away. */
  furthest: number;
  promised: number;
  /** Pictures in the record of the flight. */
  photos: number;
}

interface Seen {
  drone: { lng: number; lat: number; elevation: number };
}
interface Spot {
  east: number;
  north: number;
  up: number;
}

const minute = 60_000;
const flightWithin = 8 * minute;
/** A dock sends its pictures one by one. */
const picturesWithin = 5 * minute;
/** More often than the simulator moves its aircraft, every 200 ms. */
const lookEvery = 60;

/** Metres between a spot and the straight way from one place of the aircraft to the next. */
const distanceTo = (spot: Spot, from: Spot, to: Spot): number => {
  const way = { east: to.east - from.east, north: to.north - from.north, up: to.up - from.up };
  const length = way.east ** 2 + way.north ** 2 + way.up ** 2;
  const along =
    (spot.east - from.east) * way.east + (spot.north - from.north) * way.north + (spot.up - from.up) * way.up;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
  return Math.hypot(
    from.east + part * way.east - spot.east,
    from.north + part * way.north - spot.north,
    from.up + part * way.up - spot.up,
  );
};

/** Takes the control of the dock, waits for the gate, and starts; what holds it up is tried again for two minutes. */
const start = async ({ caller, oid }: FlyingDock, flightOID: string): Promise<void> => {
  let last: unknown;
  const started = await within(async () => {
    try {
      const { epoch } = await caller.call(leaseCalls.take, { oid, control: 'flight', tabId: 'tab-prove' });
      if (!(await caller.call(flightCalls.gate, { oid: flightOID })).ready) return false;
      const { nonce } = await caller.call(commandCalls.challenge, { oid, method: 'startJob' });
      const click = { key: randomUUID(), tabId: 'tab-prove', issuedAt: Date.now() };
      await caller.call(commandCalls.startJob, { oid, flightOID, ...click, epoch, nonce });
      return true;
    } catch (error) {
      last = error;
      return false;
    }
  }, 2 * minute);
  if (started === null) throw new Error(`the flight did not start: ${String(last)}`);
};

/** Arranges a flight of a route, starts it, and follows it until its record is closed and its pictures have come. */
export const flyPlan = async (dock: FlyingDock, routeOID: string): Promise<FlownPlan> => {
  const { caller, oid: dockOID, control, sn } = dock;
  const { plan } = await caller.call(routeCalls.getPlan, { oid: routeOID });
  const takeOff = plan.settings.takeOff;
  if (!takeOff) throw new Error('the plan names no take-off');
  const ground: Ground = { height: () => takeOff.height, undulation: () => 0 };
  const route = resolvePlan(plan, ground);
  const plane = localPlane(takeOff);
  const spots = route.lines.flatMap(({ points }) =>
    points.map((point) => ({
      ...plane.toPlane(point),
      up: (point.seaHeight ?? NaN) - (takeOff.height ?? NaN),
    })),
  );
  const promised = planFigures(route, plan, ground).photos.count;
  const arranged = { returnAltitude: 100, lostAction: 'return', clarity: 'hd' } as const;
  const flight = await caller.call(flightCalls.add, { routeOID, dockOID, ...arranged });
  await start(dock, flight.oid);

  const nearest = spots.map(() => Number.POSITIVE_INFINITY);
  let before: Spot | undefined;
  const until = performance.now() + flightWithin;
  let record = flight;
  let next = 0;
  while (record.outcome === null && performance.now() < until) {
    const { drone } = (await (await fetch(`${control}/docks/${sn}`)).json()) as Seen;
    const here = { ...plane.toPlane(drone), up: drone.elevation };
    for (const [at, spot] of spots.entries())
      nearest[at] = Math.min(nearest[at] ?? Number.POSITIVE_INFINITY, distanceTo(spot, before ?? here, here));
    before = here;
    if (performance.now() > next) {
      record = await caller.call(flightCalls.get, { oid: flight.oid });
      next = performance.now() + 2_000;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
  const photos = async (): Promise<number> =>
    (await caller.call(flightCalls.media, { id: flight.oid })).list.filter(({ kind }) => kind === 'photo')
      .length;
  await within(async () => (await photos()) >= promised, picturesWithin);
  return {
    points: spots.length,
    outcome: record.outcome ?? 'none',
    furthest: Math.max(...nearest),
    promised,
    photos: await photos(),
  };
};
