import { distance } from '@eyrie/geometry';
import type { DockRecord, FlightRecord, RouteDetail, RouteRecord, UnfitReason } from '@eyrie/domain';

/** Why a dock cannot fly a route now. The server's pre-flight gate decides; this only saves a way in vain. */
export type Unfit =
  | { why: 'offline' | 'unknown' | 'noDrone' | 'maintenance' | 'routeBlocked' }
  | { why: 'airworthy'; dock: readonly UnfitReason[]; drone: readonly UnfitReason[] }
  | {
      why: 'busy';
      workState: NonNullable<DockRecord['workState']>;
      /** Epoch ms at which it is expected to be free; null: nobody knows. */
      freeAt: number | null;
    }
  | { why: 'model'; route: string; drone: string };

export interface JudgedDock {
  dock: DockRecord;
  unfit: readonly Unfit[];
  /** Not airworthy, of which the organisation only warns; null: nothing is known against it. */
  warned: Extract<Unfit, { why: 'airworthy' }> | null;
  /** Metres from the dock to the first waypoint; null while either place is unknown. */
  toStart: number | null;
}

type RouteFacts = Pick<RouteRecord, 'droneModel' | 'droneModelName' | 'warnings'> &
  Partial<Pick<RouteDetail, 'waypoints'>>;

const sameModel = (dock: DockRecord, route: RouteFacts): boolean =>
  !route.droneModel ||
  !dock.droneModel ||
  [route.droneModel, route.droneModelName].some((name) => name === dock.droneModel);

/** Why dock and aircraft are not airworthy; what the list says of the dock otherwise is not said twice. */
const airworthyOf = ({ unfit, droneUnfit }: DockRecord): JudgedDock['warned'] => {
  const dock = unfit.filter((reason) => !['underMaintenance', 'carried', 'unheard'].includes(reason));
  return dock.length + droneUnfit.length === 0 ? null : { why: 'airworthy', dock, drone: droneUnfit };
};

/** A dock takes the aircraft in, closes and charges before it is free again, ms. */
const afterLanding = 300_000;

/** Seconds of its route that a flight has before it; null: nobody knows. On its way home it has none left. */
const routeLeft = ({
  state,
  phase,
  secondsLeft,
}: Pick<FlightRecord, 'state' | 'phase' | 'secondsLeft'>): number | null => {
  if (state !== 'inFlight') return null;
  return phase === 'returning' || phase === 'landing' ? 0 : secondsLeft;
};

/** When docks are expected to be free that fly now; of the others nobody knows. @param now epoch ms */
export const freeTimes = (
  flights: readonly Pick<FlightRecord, 'dockOID' | 'state' | 'phase' | 'secondsLeft'>[],
  now: number | null,
): ReadonlyMap<string, number> =>
  new Map(
    flights.flatMap((flight) => {
      const left = routeLeft(flight);
      return left === null || now === null
        ? []
        : [[flight.dockOID, now + left * 1_000 + afterLanding] as const];
    }),
  );

const unfitOf = (
  dock: DockRecord,
  route: RouteFacts | null,
  freeAt: ReadonlyMap<string, number>,
): Unfit[] => {
  const found: Unfit[] = [];
  if (!dock.online) found.push({ why: 'offline' });
  else if (dock.workState === null) found.push({ why: 'unknown' });
  else if (dock.workState !== 'idle')
    found.push({ why: 'busy', workState: dock.workState, freeAt: freeAt.get(dock.oid) ?? null });
  if (dock.droneOID === null) found.push({ why: 'noDrone' });
  if (dock.maintenance === 'under') found.push({ why: 'maintenance' });
  const against = airworthyOf(dock);
  if (dock.grounded && against) found.push(against);
  if (route && !sameModel(dock, route))
    found.push({
      why: 'model',
      route: route.droneModelName ?? route.droneModel ?? '',
      drone: dock.droneModel ?? '',
    });
  if (route?.warnings.some((warning) => warning.blocking)) found.push({ why: 'routeBlocked' });
  return found;
};

const startDistance = (dock: DockRecord, route: RouteFacts | null): number | null => {
  const first = route?.waypoints?.[0];
  if (!first || dock.lng === null || dock.lat === null) return null;
  return distance({ lng: dock.lng, lat: dock.lat }, first);
};

/** Docks judged for a route: able ones first, behind them those of which is warned, the nearest to the route's start before the others, then by name. */
export const checkDocks = (
  docks: readonly DockRecord[],
  route: RouteFacts | null,
  freeAt: ReadonlyMap<string, number> = new Map(),
): JudgedDock[] =>
  docks
    .map((dock) => ({
      dock,
      unfit: unfitOf(dock, route, freeAt),
      warned: dock.grounded ? null : airworthyOf(dock),
      toStart: startDistance(dock, route),
    }))
    .toSorted(
      (a, b) =>
        Number(a.unfit.length > 0) - Number(b.unfit.length > 0) ||
        Number(a.warned !== null) - Number(b.warned !== null) ||
        (a.toStart ?? Number.MAX_VALUE) - (b.toStart ?? Number.MAX_VALUE) ||
        a.dock.name.localeCompare(b.dock.name),
    );

/** Of docks in the order in which they are judged, the nearest one that is able; null: none is, or nobody knows how far they are. */
export const nearestAble = (docks: readonly JudgedDock[]): JudgedDock | null =>
  docks.find(({ unfit, toStart }) => unfit.length === 0 && toStart !== null) ?? null;
