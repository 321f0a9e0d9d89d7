import {
  restOfRoute,
  seenEndReasons,
  type BreakPoint,
  type FlightOutcome,
  type FlightTarget,
  type GateItem,
  type RouteLine,
  type Waypoint,
} from '@eyrie/domain';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { FlightJudgement } from '../route/index.ts';
import type { KeptBreak } from './flight.break.ts';
import { choiceColumns, type KeptChoices } from './flight.choices.store.ts';

export type FlightRow = Selectable<Database['flight']>;

/** A flight as it is stored, whoever asks. */
export const flightByOid = async (db: DbOrTrx, oid: string): Promise<FlightRow | null> =>
  (await db
    .selectFrom('flight')
    .selectAll()
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) ?? null;

export interface NewFlight {
  oid: string;
  groupRoot: string;
  groupOID: string;
  taskOID: string;
  routeOID: string;
  dockOID: string;
  routeChecksum: string;
  waypointCount: number;
  lines: readonly RouteLine[] | null;
  returnAltitude: number;
  lostAction: 'return' | 'continue';
  clarity: string;
  executorOID: string;
  judged: FlightJudgement | null;
  /** The flight whose rest it flies, and from where; null: it flies the route from its beginning. */
  continues: { oid: string; at: BreakPoint } | null;
  /** Which part of which arrangement it is; null: it was arranged alone. */
  series: { oid: string; place: number } | null;
  choices: KeptChoices;
}

export const insertFlight = async (db: DbOrTrx, flight: NewFlight): Promise<void> => {
  await db
    .insertInto('flight')
    .values({
      oid: flight.oid,
      group_root: flight.groupRoot,
      group_oid: flight.groupOID,
      task_oid: flight.taskOID,
      route_oid: flight.routeOID,
      dock_oid: flight.dockOID,
      route_checksum: flight.routeChecksum,
      waypoint_count: flight.waypointCount,
      lines: flight.lines && JSON.stringify(flight.lines),
      return_altitude: flight.returnAltitude,
      lost_action: flight.lostAction,
      clarity: flight.clarity,
      executor_oid: flight.executorOID,
      judged: flight.judged && JSON.stringify(flight.judged),
      continues_oid: flight.continues?.oid ?? null,
      starts_at: flight.continues && JSON.stringify(flight.continues.at),
      series_oid: flight.series?.oid ?? null,
      series_place: flight.series?.place ?? null,
      ...choiceColumns(flight.choices),
    })
    .execute();
};

/** Where a flight by hand was sent at its take-off; null: it flies a route. */
export const takeOffOf = ({ take_off_to }: Pick<FlightRow, 'take_off_to'>): FlightTarget | null =>
  take_off_to as FlightTarget | null;

export interface NewHandFlight extends Pick<
  NewFlight,
  'oid' | 'groupRoot' | 'groupOID' | 'dockOID' | 'returnAltitude' | 'lostAction' | 'executorOID'
> {
  takeOffTo: FlightTarget;
  judged: FlightJudgement;
  gate: readonly GateItem[];
}

/** A flight by hand: it waits no longer than its order needs to be answered. */
export const insertHandFlight = async (trx: DbOrTrx, flight: NewHandFlight): Promise<void> => {
  await trx
    .insertInto('flight')
    .values({
      oid: flight.oid,
      group_root: flight.groupRoot,
      group_oid: flight.groupOID,
      task_oid: null,
      route_oid: null,
      take_off_to: JSON.stringify(flight.takeOffTo),
      dock_oid: flight.dockOID,
      route_checksum: '',
      waypoint_count: 1,
      return_altitude: flight.returnAltitude,
      lost_action: flight.lostAction,
      clarity: 'hd',
      executor_oid: flight.executorOID,
      judged: JSON.stringify(flight.judged),
      gate: JSON.stringify(flight.gate),
    })
    .execute();
};

/** A moment that holds as long as the same member is to fly. */
const keptFor = (assigneeOID: string, column: 'assignee_notified_at' | 'acknowledged_at') =>
  sql<Date | null>`case when assignee_oid = ${assigneeOID}::uuid then ${sql.ref(column)} end`;

/** What a flight that waits is changed to; its gate was that of another flight. */
export const rearrangeFlight = async (
  db: DbOrTrx,
  oid: string,
  flight: Pick<NewFlight, 'routeOID' | 'returnAltitude' | 'lostAction' | 'clarity' | 'judged' | 'choices'> &
    Partial<Pick<NewFlight, 'routeChecksum' | 'waypointCount' | 'lines'>>,
): Promise<void> => {
  await db
    .updateTable('flight')
    .set({
      route_oid: flight.routeOID,
      ...(flight.routeChecksum === undefined
        ? {}
        : {
            route_checksum: flight.routeChecksum,
            waypoint_count: flight.waypointCount ?? 0,
            lines: flight.lines ? JSON.stringify(flight.lines) : null,
          }),
      return_altitude: flight.returnAltitude,
      lost_action: flight.lostAction,
      clarity: flight.clarity,
      judged: flight.judged && JSON.stringify(flight.judged),
      ...choiceColumns(flight.choices),
      // Whoever is to fly it now is notified, and what another one acknowledged is not acknowledged by them.
      assignee_notified_at: keptFor(flight.choices.assigneeOID, 'assignee_notified_at'),
      acknowledged_at: keptFor(flight.choices.assigneeOID, 'acknowledged_at'),
      gate: null,
      // What was answered was answered for another flight.
      checklist: null,
    })
    .where('oid', '=', oid)
    .where('state', '=', 'created')
    .execute();
};

/** What is kept of a saved version of a route, by the names of its facts. */
interface VersionFacts {
  duration: number;
  maxHeight: number;
  heightMode: string;
  takeOffSecurityHeight: number;
  warnings: unknown;
  waypointCount: number;
  droneModel: string | null;
  speed?: number;
  waypoints: unknown;
}

type Version = Pick<FlightRow, 'route_oid' | 'route_checksum'>;

const versionForFlight = async (db: DbOrTrx, { route_oid: routeOID, route_checksum: planned }: Version) => {
  if (routeOID === null) return undefined;
  const route = await db
    .selectFrom('route')
    .select([
      'oid',
      'name',
      'object_key',
      'checksum',
      'duration',
      'max_height',
      'height_mode',
      'take_off_security_height',
      'warnings',
      'waypoint_count',
      'drone_model',
      'speed',
      'waypoints',
      'group_root',
      'group_oid',
    ])
    .where('oid', '=', routeOID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!route || route.checksum === planned) return route;
  const version = await db
    .selectFrom('route_version')
    .select(['object_key', 'checksum', 'facts'])
    .where('route_oid', '=', routeOID)
    .where('checksum', '=', planned)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) return route;
  const facts = version.facts as VersionFacts;
  return {
    ...route,
    object_key: version.object_key,
    checksum: version.checksum,
    duration: facts.duration,
    max_height: facts.maxHeight,
    height_mode: facts.heightMode,
    take_off_security_height: facts.takeOffSecurityHeight,
    warnings: facts.warnings,
    waypoint_count: facts.waypointCount,
    drone_model: facts.droneModel,
    speed: facts.speed ?? route.speed,
    waypoints: facts.waypoints,
  };
};

/**
 * Route as a flight needs it: file, checksum, time. Of a route that was saved again since the flight was planned it is the
 * version that was planned with, and everything that is judged is of that version too. Of a flight that begins at a
 * breakpoint the waypoints are the rest, to which the aircraft goes at its return altitude.
 */
export const routeForFlight = async (
  db: DbOrTrx,
  flight: Version & Partial<Pick<FlightRow, 'starts_at' | 'lines' | 'return_altitude'>>,
) => {
  const route = await versionForFlight(db, flight);
  const { starts_at: startsAt, lines, return_altitude: altitude } = flight;
  if (!route || !startsAt) return route;
  const whole = route.waypoints as Waypoint[];
  const rest = restOfRoute(whole, (lines ?? null) as RouteLine[] | null, startsAt);
  return {
    ...route,
    waypoints: (rest ?? whole) as unknown,
    take_off_security_height: altitude ?? route.take_off_security_height,
  };
};

/** What was found of a flight from its dock. */
export const judgedOf = ({ judged }: Pick<FlightRow, 'judged'>): FlightJudgement | null =>
  judged as FlightJudgement | null;

/** What was found of a flight; one that has begun keeps what it was started by. */
export const storeJudged = async (db: DbOrTrx, oid: string, judged: FlightJudgement): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ judged: JSON.stringify(judged) })
    .where('oid', '=', oid)
    .where('state', '=', 'created')
    .execute();
};

export const storeGate = async (db: DbOrTrx, oid: string, gate: readonly GateItem[]): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ gate: JSON.stringify(gate) })
    .where('oid', '=', oid)
    .execute();
};

export const storeFile = async (
  db: DbOrTrx,
  oid: string,
  file: { objectKey: string; md5: string },
): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ object_key: file.objectKey, file_md5: file.md5 })
    .where('oid', '=', oid)
    .execute();
};

export const openFlightOn = async (db: DbOrTrx, dockOID: string) =>
  db
    .selectFrom('flight')
    .selectAll()
    .where('dock_oid', '=', dockOID)
    .where('state', '=', 'inFlight')
    .executeTakeFirst();

/** The open flight of each of these docks that has one. */
export const openFlightsOn = async (db: DbOrTrx, dockOIDs: readonly string[]) => {
  if (dockOIDs.length === 0) return new Map<never, never>();
  const rows = await db
    .selectFrom('flight')
    .selectAll()
    .where('dock_oid', 'in', [...dockOIDs])
    .where('state', '=', 'inFlight')
    .execute();
  return new Map(rows.map((row) => [row.dock_oid, row]));
};

/** created → inFlight; false when it was not waiting, or another flight holds the dock. */
export const beginFlight = async (
  db: DbOrTrx,
  oid: string,
  droneOID: string | null,
  at: number,
): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({ state: 'inFlight', start_time: new Date(at), drone_oid: droneOID, progress_at: new Date(at) })
    .where('oid', '=', oid)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

export const confirmFlight = async (db: DbOrTrx, oid: string, at: number): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ confirmed_at: new Date(at) })
    .where('oid', '=', oid)
    .execute();
};

export interface FlightEnd {
  outcome: FlightOutcome;
  reason: string | null;
  at: number;
  distance: number;
  duration: number;
  mediaExpected: number | null;
  /** Where its route was left, as its dock said with the end; null: nothing more than before. */
  breakPoint?: KeptBreak | null;
  /** Only while it has not begun: the aircraft may have left on another way than the order that failed. */
  unlessBegun?: boolean;
  /** The aircraft that flew, by a report that the route was flown: it has begun, though no word of that ever came. */
  flownBy?: string | null;
}

/** A route that was flown to its end was not left. */
const brokenAt = ({ outcome, breakPoint }: Pick<FlightEnd, 'outcome' | 'breakPoint'>) => {
  if (outcome === 'done') return { break_point: null };
  return breakPoint ? { break_point: JSON.stringify(breakPoint) } : {};
};

/** … → over, once. */
export const endFlight = async (db: DbOrTrx, oid: string, end: FlightEnd): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({
      state: 'over',
      outcome: end.outcome,
      outcome_reason: end.reason,
      end_time: new Date(end.at),
      paused: false,
      phase: 'over',
      seconds_left: null,
      distance: end.distance,
      duration: end.duration,
      ...(end.flownBy === undefined
        ? {}
        : {
            start_time: sql<Date>`coalesce(start_time, ${new Date(end.at)}::timestamptz)`,
            drone_oid: sql<string | null>`coalesce(drone_oid, ${end.flownBy}::uuid)`,
          }),
      ...(end.outcome === 'done' ? { percent: 100, progress: 100 } : {}),
      ...brokenAt(end),
      ...(end.mediaExpected === null ? {} : { media_expected: end.mediaExpected }),
    })
    .where('oid', '=', oid)
    .where('state', 'in', end.unlessBegun ? ['created'] : ['created', 'inFlight'])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** The dock's own report of a flight that was closed from its state alone. False: it was not, or is deleted. */
export const correctEnd = async (
  db: DbOrTrx,
  oid: string,
  end: Pick<FlightEnd, 'outcome' | 'reason' | 'mediaExpected' | 'breakPoint'>,
): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({
      outcome: end.outcome,
      outcome_reason: end.reason,
      ...(end.outcome === 'done' ? { percent: 100 } : {}),
      ...brokenAt(end),
      ...(end.mediaExpected === null ? {} : { media_expected: end.mediaExpected }),
    })
    .where('oid', '=', oid)
    .where('state', '=', 'over')
    .where('outcome_reason', 'in', [...seenEndReasons])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};
