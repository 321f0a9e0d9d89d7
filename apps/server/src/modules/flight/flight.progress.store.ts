import type { DockPresence, UnorderedMove, Waypoint } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { duringFlight } from '../telemetry/index.ts';
import type { KeptBreak } from './flight.break.ts';

export interface ProgressColumns {
  percent: number | null;
  step: number | null;
  missionState: number | null;
  /** Among those of all lines. */
  waypoint: number | null;
  waylineId: number | null;
  paused: boolean;
  breakPoint: KeptBreak | null;
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
      ...(progress.waylineId === null ? {} : { current_wayline: progress.waylineId }),
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

/** Where an open flight by hand stands. */
export const storeHandStanding = async (
  db: DbOrTrx,
  oid: string,
  phase: Standing['phase'],
): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ phase })
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
    .where(await duringFlight(db, flightOID))
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

/** Its dock was seen at work. */
export const storeWorked = async (db: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ worked_at: at })
    .where('oid', '=', oid)
    .where('worked_at', 'is', null)
    .execute();
};

/** Orders after which an aircraft returns, halts or ends its flight. */
const endingOrders = [
  'returnHome',
  'returnHomeCancel',
  'hover',
  'flightPause',
  'forceEndJob',
  'robotStop',
] as const;

/** Whether the organisation gave such an order since then that may have left. */
export const orderedSince = async (db: DbOrTrx, dockOID: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('command')
    .select('oid')
    .where('dock_oid', '=', dockOID)
    .where('method', 'in', [...endingOrders])
    .where('state', 'not in', ['drafted', 'expired', 'rejected'])
    .where((eb) => eb.or([eb('state', '<>', 'failed'), eb('sent_at', 'is not', null)]))
    .where('issued_at', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** @returns false when that stands in its record already */
export const storeUnordered = async (db: DbOrTrx, oid: string, move: UnorderedMove): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('flight')
    .set({ unordered: move })
    .where('oid', '=', oid)
    .where('unordered', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Flights in the air of a database that was restored must be confirmed by their docks. @returns how many */
export async function unconfirmFlights(trx: DbOrTrx): Promise<number> {
  const changed = await trx
    .updateTable('flight')
    .set({ confirmed_at: null })
    .where('state', '=', 'inFlight')
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}
