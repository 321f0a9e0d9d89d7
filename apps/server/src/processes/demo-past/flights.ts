import { distance, interpolate, pathLength, type Place, type PlaceAtHeight } from '@eyrie/geometry';
import {
  at,
  day,
  pastDays,
  zoneShift,
  type PastDock,
  type PastMaker,
  type PastRoute,
  type Rows,
} from './place.ts';
import type { Word } from './words.ts';

export interface PastFlight {
  oid: string;
  taskOID: string;
  route: PastRoute;
  routeWord: Word;
  dock: PastDock;
  start: number;
  end: number;
  outcome: 'done' | 'partly' | 'failed' | 'cancelled' | 'missed';
  reason: string | null;
  /** It left its dock. */
  flown: boolean;
  returned: 'ordered' | 'unordered' | null;
  photos: number;
}

/** The route's words by its aircraft; the two of one dock by their order. */
const routeWords: readonly (readonly [model: string, word: Word])[] = [
  ['0-67-0', 'routeEast'],
  ['0-91-1', 'routeWest'],
  ['0-100-1', 'routePasture'],
  ['0-100-1', 'routeLine'],
];
const failures = ['316014', '316016', '514107', '319042'] as const;
const minute = 60_000;

const endOf = ({ chance }: PastMaker): Pick<PastFlight, 'outcome' | 'reason' | 'flown' | 'returned'> => {
  const part = chance.share();
  if (part < 0.02) return { outcome: 'missed', reason: null, flown: false, returned: null };
  if (part < 0.035) return { outcome: 'cancelled', reason: null, flown: false, returned: null };
  if (part < 0.06) return { outcome: 'failed', reason: chance.one(failures), flown: true, returned: null };
  if (part < 0.085) return { outcome: 'partly', reason: '322283', flown: true, returned: 'ordered' };
  if (part < 0.105) return { outcome: 'partly', reason: null, flown: true, returned: 'unordered' };
  return { outcome: 'done', reason: null, flown: true, returned: null };
};

/** Flights of one dock on one day, in the hours of work, each after the one before has landed and charged. */
function* dayOf(maker: PastMaker, dock: PastDock, back: number): Generator<Omit<PastFlight, 'taskOID'>> {
  const { chance, now, place, newOid } = maker;
  const midnight = Math.floor((now + zoneShift) / day) * day - zoneShift - back * day;
  const weekend = [0, 6].includes(new Date(midnight + zoneShift).getUTCDay());
  // A storm now and then keeps every aircraft inside.
  if (back % 17 === 5) return;
  const routes = place.routes.filter(({ droneModel }) => droneModel === dock.droneModel);
  const growth = 1 - back / (pastDays * 2.4);
  const count = Math.round((weekend ? 0.8 : 2.4) * growth * chance.between(0.5, 1.5));
  let start = midnight + 7 * 60 * minute + chance.whole(0, 120) * minute;
  for (let turn = 0; turn < count; turn += 1) {
    const index = (back + turn) % Math.max(1, routes.length);
    const route = routes[index];
    if (!route) return;
    const end = endOf(maker);
    const whole = route.flightTime * chance.between(0.96, 1.12);
    const seconds = end.flown ? whole * (end.outcome === 'done' ? 1 : chance.between(0.4, 0.8)) : 0;
    const over = start + seconds * 1_000;
    if (over > now - 10 * minute) return;
    const words = routeWords.filter(([model]) => model === dock.droneModel);
    const photographed = end.outcome === 'done' && chance.happens(back < 30 ? 0.6 : 0.25);
    yield {
      oid: newOid(),
      route,
      routeWord: words[index]?.[1] ?? 'routeEast',
      dock,
      start,
      end: over,
      ...end,
      photos: photographed ? 3 : 0,
    };
    start = over + chance.whole(45, 150) * minute;
  }
}

/** Three months of flights, the oldest first, each with the task that it belongs to. */
export function planFlights(maker: PastMaker): { flights: PastFlight[]; tasks: Rows } {
  const { place, newOid, say } = maker;
  const tasks = new Map<string, { oid: string; name: string; created: number; type: string }>();
  const flights: PastFlight[] = [];
  for (let back = pastDays; back >= 0; back -= 1)
    for (const dock of place.docks)
      for (const flight of dayOf(maker, dock, back)) {
        // One task for each route and week; every third of them was flown by hand of the operator.
        const week = Math.floor((flight.start + zoneShift) / (7 * day));
        const key = `${flight.routeWord} ${week}`;
        const date = new Date(flight.start + zoneShift).toISOString().slice(5, 10);
        const task = tasks.get(key) ?? {
          oid: newOid(),
          name: `${say(flight.routeWord)} ${date}`,
          created: flight.start - 20 * minute,
          type: week % 3 === 0 ? 'manual' : 'single',
        };
        tasks.set(key, task);
        flights.push({ ...flight, taskOID: task.oid });
      }
  const rows = [...tasks.values()].map(({ oid, name, created, type }) => ({
    oid,
    group_root: place.groupRoot,
    group_oid: place.groupOID,
    name,
    type,
    created_by: place.people.operator,
    created_at: at(created),
  }));
  return { flights, tasks: { table: 'task', rows } };
}

export const flightRows = ({ place }: PastMaker, flights: readonly PastFlight[]): Rows => ({
  table: 'flight',
  rows: flights.map((flight) => {
    const { route, dock, start, end, outcome, flown, returned } = flight;
    const seconds = flown ? (end - start) / 1_000 : 0;
    return {
      oid: flight.oid,
      group_root: place.groupRoot,
      group_oid: place.groupOID,
      task_oid: flight.taskOID,
      route_oid: route.oid,
      dock_oid: dock.oid,
      drone_oid: dock.droneOID,
      state: 'over',
      outcome,
      outcome_reason: flight.reason,
      route_checksum: route.checksum,
      waypoint_count: route.waypoints.length,
      lines: route.lines,
      return_altitude: 100,
      lost_action: 'return',
      clarity: 'hd',
      executor_oid: place.people.operator,
      percent: flown ? (outcome === 'done' ? 100 : 55) : null,
      progress: flown ? (outcome === 'done' ? 1 : 0.55) : null,
      current_waypoint: flown ? route.waypoints.length - 1 : null,
      distance: flown ? Math.round(wayOf(flight) * 10) / 10 : 0,
      duration: Math.round(seconds * 10) / 10,
      media_expected: flight.photos,
      unordered: returned === 'unordered' ? 'returned' : null,
      phase: 'over',
      created_at: at(start - 15 * minute),
      start_time: flown ? at(start) : null,
      end_time: at(end),
      confirmed_at: flown ? at(end) : null,
      progress_at: flown ? at(end) : null,
    };
  }),
});

/** Orders to return, which count as the reason of a return. */
export const orderRows = ({ place, newOid }: PastMaker, flights: readonly PastFlight[]): Rows => ({
  table: 'command',
  rows: flights
    .filter(({ returned }) => returned === 'ordered')
    .map(({ oid, dock, start, end }) => {
      const moment = at(start + (end - start) * 0.7);
      const own = newOid();
      return {
        oid: own,
        group_root: place.groupRoot,
        dock_oid: dock.oid,
        flight_oid: oid,
        method: 'returnHome',
        idempotency_key: own,
        arguments: {},
        arguments_hash: String.raw`\x`,
        issued_by: place.people.operator,
        issued_at: moment,
        expires_at: moment,
        sent_at: moment,
        state: 'succeeded',
        created_at: moment,
        updated_at: moment,
      };
    }),
});

type Step = PlaceAtHeight;
/** On the ground: how high it is flown says nothing of the way. */
const flat = ({ lng, lat }: Place): Step => ({ lng, lat, height: 0 });
const lineOf = ({ dock, route }: Pick<PastFlight, 'dock' | 'route'>): Step[] =>
  [dock, ...route.waypoints, dock].map(flat);
const wayOf = (flight: PastFlight): number =>
  pathLength(lineOf(flight)) * (flight.outcome === 'done' ? 1 : 0.6);

/** The place after so many metres of a line. */
const placeAfter = (line: readonly Step[], metres: number): Step => {
  let left = metres;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const leg = distance(from, to);
    if (left <= leg) return leg === 0 ? to : interpolate(from, to, left / leg);
    left -= leg;
  }
  return line.at(-1) ?? flat({ lng: 0, lat: 0 });
};

/** Between two points of a track, ms: as the server thins it. */
const trackEvery = 10_000;

/** The ways of all flights, as thin as the server keeps old ones. */
export const trackRows = ({ chance }: PastMaker, flights: readonly PastFlight[]): Rows => ({
  table: 'drone_telemetry',
  rows: flights
    .filter(({ flown }) => flown)
    .flatMap((flight) => {
      const { start, end, dock, oid } = flight;
      const line = lineOf(flight);
      const whole = pathLength(line);
      const [wind, battery] = [chance.between(1, 8), chance.between(92, 98)];
      return Array.from({ length: Math.floor((end - start) / trackEvery) + 1 }, (_, index) => {
        const share = Math.min(1, (index * trackEvery) / (end - start));
        const { lng, lat } = placeAfter(line, whole * share);
        const above = 55 * Math.min(1, share * 8, (1 - share) * 8);
        return {
          drone_oid: dock.droneOID,
          at: at(start + index * trackEvery),
          flight_oid: oid,
          lng,
          lat,
          height: dock.height + above,
          elevation: above,
          speed_h: Math.round(chance.between(6, 9) * 10) / 10,
          speed_v: 0,
          head: Math.round(share * 360) % 360,
          percent: Math.round(battery - share * 22),
          mode_code: 5,
          payload: {
            link: 5,
            wind: Math.round(wind * 10) / 10,
            gimbal: { yaw: 0, roll: 0, pitch: -60 },
            reason: 0,
          },
        };
      });
    }),
});
