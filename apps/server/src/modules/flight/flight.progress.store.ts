import type { BreakPoint } from '@eyrie/dji';
import type { DockPresence, Waypoint } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface ProgressColumns {
  percent: number | null;
  step: number | null;
  missionState: number | null;
  /** Among those of all lines. */
  waypoint: number | null;
  waylineId: number | null;
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

/** Flights in the air of a database that was restored must be confirmed by their docks. @returns how many */
export async function unconfirmFlights(trx: DbOrTrx): Promise<number> {
  const changed = await trx
    .updateTable('flight')
    .set({ confirmed_at: null })
    .where('state', '=', 'inFlight')
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}
