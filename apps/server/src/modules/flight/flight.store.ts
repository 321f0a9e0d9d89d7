import {
  seenEndReasons,
  type DockPresence,
  type FlightOutcome,
  type GateItem,
  type Waypoint,
} from '@eyrie/domain';
import type { BreakPoint } from '@eyrie/dji';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

type Scope = { groupRoot: string; groupOID: string };

export interface NewFlight {
  oid: string;
  groupRoot: string;
  groupOID: string;
  taskOID: string;
  routeOID: string;
  dockOID: string;
  routeChecksum: string;
  waypointCount: number;
  returnAltitude: number;
  lostAction: 'return' | 'continue';
  clarity: string;
  executorOID: string;
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
      return_altitude: flight.returnAltitude,
      lost_action: flight.lostAction,
      clarity: flight.clarity,
      executor_oid: flight.executorOID,
    })
    .execute();
};

/** Route as the flight needs it: file, checksum as reviewed, time. */
export const routeForFlight = async (db: DbOrTrx, routeOID: string) =>
  db
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
      'group_root',
      'group_oid',
    ])
    .where('oid', '=', routeOID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** True when the task is inside the scope; it then cannot be deleted until the transaction ends. */
export const holdTask = async (trx: DbOrTrx, scope: Scope, taskOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('task')
    .select('oid')
    .where('oid', '=', taskOID)
    .where('deleted_at', 'is', null)
    .where(inScope('task.group_oid', scope))
    .forShare()
    .executeTakeFirst()) !== undefined;

/** True when the dock stands inside the scope; it then cannot be deleted until the transaction ends. */
export const holdDock = async (trx: DbOrTrx, scope: Scope, dockOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('dock')
    .select('oid')
    .where('oid', '=', dockOID)
    .where('deleted_at', 'is', null)
    .where(inScope('dock.group_oid', scope))
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

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

export interface ProgressColumns {
  percent: number | null;
  step: number | null;
  missionState: number | null;
  waypoint: number | null;
  paused: boolean;
  breakPoint: Partial<BreakPoint> | null;
  mediaCount: number | null;
  at: number;
  standing: Standing;
}

export const storeProgress = async (db: DbOrTrx, oid: string, progress: ProgressColumns): Promise<void> => {
  await db
    .updateTable('flight')
    .set({
      percent: progress.percent,
      step: progress.step,
      mission_state: progress.missionState,
      ...(progress.waypoint === null ? {} : { current_waypoint: progress.waypoint }),
      paused: progress.paused,
      phase: progress.standing.phase,
      progress: progress.standing.progress,
      seconds_left: progress.standing.secondsLeft,
      break_point: progress.breakPoint && JSON.stringify(progress.breakPoint),
      ...(progress.mediaCount === null ? {} : { media_expected: progress.mediaCount }),
      progress_at: new Date(progress.at),
    })
    .where('oid', '=', oid)
    .where('state', '!=', 'over')
    .execute();
};

type Standing = Pick<NonNullable<DockPresence['job']>, 'phase' | 'progress' | 'secondsLeft'>;

/** Where an open flight stands. A flight that has ended meanwhile keeps its end. */
export const storeStanding = async (db: DbOrTrx, oid: string, standing: Standing): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ phase: standing.phase, progress: standing.progress, seconds_left: standing.secondsLeft })
    .where('oid', '=', oid)
    .where('state', '=', 'inFlight')
    .execute();
};

/** The line of a flight's route and its planned seconds; null where the route has no line. */
export const routeLineOf = async (db: DbOrTrx, flightOID: string) => {
  const route = await db
    .selectFrom('flight')
    .innerJoin('route', 'route.oid', 'flight.route_oid')
    .select(['route.waypoints', 'route.duration'])
    .where('flight.oid', '=', flightOID)
    .executeTakeFirst();
  const path = (route?.waypoints ?? []) as Waypoint[];
  return route && path.length > 1 ? { path, seconds: route.duration } : null;
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
  /** Only while it has not begun: the aircraft may have left on another way than the order that failed. */
  unlessBegun?: boolean;
}

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
      ...(end.outcome === 'done' ? { percent: 100, progress: 100 } : {}),
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
  end: Pick<FlightEnd, 'outcome' | 'reason' | 'mediaExpected'>,
): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({
      outcome: end.outcome,
      outcome_reason: end.reason,
      ...(end.outcome === 'done' ? { percent: 100 } : {}),
      ...(end.mediaExpected === null ? {} : { media_expected: end.mediaExpected }),
    })
    .where('oid', '=', oid)
    .where('state', '=', 'over')
    .where('outcome_reason', 'in', [...seenEndReasons])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

export interface TrackPoint {
  at: number;
  lng: number;
  lat: number;
  height: number | null;
  elevation: number | null;
}

export const flightTrack = async (db: DbOrTrx, flightOID: string): Promise<TrackPoint[]> => {
  const rows = await db
    .selectFrom('drone_telemetry')
    .select(['at', 'lng', 'lat', 'height', 'elevation'])
    .where('flight_oid', '=', flightOID)
    .where('lng', 'is not', null)
    .orderBy('at')
    .limit(100_000)
    .execute();
  return rows.map((row) => ({
    at: row.at.getTime(),
    lng: row.lng ?? 0,
    lat: row.lat ?? 0,
    height: row.height,
    elevation: row.elevation,
  }));
};

/** Holds a flight against deletion and every change of its state until the transaction ends. */
export const lockFlight = async (trx: DbOrTrx, oid: string): Promise<void> => {
  await trx.selectFrom('flight').select('oid').where('oid', '=', oid).forNoKeyUpdate().executeTakeFirst();
};

/**
 * True when the end of a flight was ordered after a start of it and the dock has not refused it, or when an earlier
 * order to end it is still on its way: it would end what the start begins.
 */
export const endOrdered = async (
  trx: DbOrTrx,
  flightOID: string,
  start: { oid: string },
): Promise<boolean> => {
  const end = await trx
    .selectFrom('command')
    .select('command.oid')
    .where('flight_oid', '=', flightOID)
    .where('method', '=', 'forceEndJob')
    .where('state', 'not in', ['drafted', 'expired', 'failed', 'rejected'])
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['authorised', 'sent', 'accepted', 'in_progress']),
        eb(
          'created_at',
          '>=',
          eb.selectFrom('command as start').select('start.created_at').where('start.oid', '=', start.oid),
        ),
      ]),
    )
    .executeTakeFirst();
  return end !== undefined;
};

/**
 * Serialises starts on one dock: the dock's row stays locked until the transaction ends. True when another start is
 * under way, or nobody knows what became of it and its flight has not ended.
 */
export const otherStartUnderWay = async (
  trx: DbOrTrx,
  dockOID: string,
  commandOID: string,
): Promise<boolean> => {
  await trx.selectFrom('dock').select('oid').where('oid', '=', dockOID).forNoKeyUpdate().executeTakeFirst();
  const other = await trx
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .select('command.oid')
    .where('command.dock_oid', '=', dockOID)
    .where('command.method', '=', 'startJob')
    .where('command.state', 'in', ['authorised', 'sent', 'unknown'])
    .where('flight.state', '!=', 'over')
    .where('command.oid', '!=', commandOID)
    .executeTakeFirst();
  return other !== undefined;
};
