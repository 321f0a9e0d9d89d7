import type { FlightReplay, Waypoint } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { duringFlight } from '../telemetry/index.ts';

/** What a record begins with. */
export interface RecordFacts {
  oid: string;
  groupRoot: string;
  taskName: string | null;
  routeName: string | null;
  dockOID: string;
  dockName: string;
  droneName: string | null;
  executor: string;
  state: FlightReplay['state'];
  outcome: FlightReplay['outcome'];
  outcomeReason: string | null;
  gate: unknown;
  /** Where its route was left, where it began, and whose rest it flew. */
  breakPoint: unknown;
  startsAt: unknown;
  continuesOID: string | null;
  /** What was answered before it. */
  checklist: unknown;
  distance: number;
  duration: number;
  createdAt: Date;
  startTime: Date | null;
  endTime: Date | null;
  dueAt: Date | null;
  hasRoute: boolean;
  /** The route as it stands, where it is the one that was flown. */
  path: Waypoint[] | null;
  seconds: number | null;
}

/** A flight within sight of the caller; else undefined, as for one that never was. */
export const recordFacts = async (
  db: DbOrTrx,
  scope: Scope,
  oid: string,
): Promise<RecordFacts | undefined> => {
  const { rows } = await sql<RecordFacts>`
    select flight.oid, flight.group_root as "groupRoot", task.name as "taskName", route.name as "routeName",
      flight.dock_oid as "dockOID", dock.name as "dockName", drone.name as "droneName", member.name as executor,
      flight.state, flight.outcome, flight.outcome_reason as "outcomeReason", flight.gate, flight.distance,
      flight.break_point as "breakPoint", flight.starts_at as "startsAt", flight.continues_oid as "continuesOID",
      case when flight.checklist is not null then json_build_object('answers', flight.checklist -> 'answers', 'by',
        (select name from member where member.oid = (flight.checklist ->> 'by')::uuid), 'at', flight.checklist -> 'at')
      end as checklist,
      flight.duration, flight.created_at as "createdAt", flight.start_time as "startTime",
      flight.end_time as "endTime", occurrence.due_at as "dueAt", flight.route_oid is not null as "hasRoute",
      case when route.checksum = flight.route_checksum then route.waypoints end as path,
      case when route.checksum = flight.route_checksum then route.duration end as seconds
    from flight
    join dock on dock.oid = flight.dock_oid
    join member on member.oid = flight.executor_oid
    left join drone on drone.oid = flight.drone_oid
    left join task on task.oid = flight.task_oid
    left join route on route.oid = flight.route_oid
    left join task_occurrence occurrence on occurrence.flight_oid = flight.oid
    where flight.oid = ${oid}::uuid and flight.deleted_at is null and ${inScope('flight.group_oid', scope)}`.execute(
    db,
  );
  return rows[0];
};

/** A recorded moment of a flight, as a bundle keeps it. Metres, m/s, degrees; a null was not reported. */
export interface RecordedRow {
  at: number;
  lng: number | null;
  lat: number | null;
  height: number | null;
  elevation: number | null;
  speedH: number | null;
  speedV: number | null;
  head: number | null;
  percent: number | null;
  modeCode: number | null;
  wind: number | null;
  link: number | null;
  gimbalPitch: number | null;
  gimbalYaw: number | null;
}

const inside = (...path: [string, ...string[]]): RawBuilder<number | null> => {
  const at = sql.lit(`{${path.join(',')}}`);
  return sql`case when jsonb_typeof(payload #> ${at}) = 'number' then (payload #>> ${at})::float8 end`;
};
const moment = sql`floor(extract(epoch from at) * 1000)::float8`;
const measured = sql`lng, lat, height, elevation, speed_h as "speedH", speed_v as "speedV", head, percent,
  ${inside('wind')} as wind, ${inside('link')} as link`;

/** Rows after a moment, in order. Moments are kept to the millisecond, each once for an aircraft. */
export const recordedPage = async (
  db: DbOrTrx,
  flightOID: string,
  after: number | null,
  most: number,
): Promise<RecordedRow[]> => {
  const during = await duringFlight(db, flightOID);
  const later = after === null ? sql`true` : sql`at >= ${new Date(after + 1)}`;
  const { rows } = await sql<RecordedRow>`select ${moment} as at, ${measured}, mode_code as "modeCode",
      ${inside('gimbal', 'pitch')} as "gimbalPitch", ${inside('gimbal', 'yaw')} as "gimbalYaw"
    from drone_telemetry where flight_oid = ${flightOID}::uuid and ${during} and ${later} order by at limit ${most}`.execute(
    db,
  );
  return rows;
};

export interface RecordedSpan {
  total: number;
  first: number | null;
  last: number | null;
}

export const recordedSpan = async (db: DbOrTrx, flightOID: string): Promise<RecordedSpan> => {
  const during = await duringFlight(db, flightOID);
  const { rows } = await sql<RecordedSpan>`select count(*)::int as total,
      floor(extract(epoch from min(at)) * 1000)::float8 as first, floor(extract(epoch from max(at)) * 1000)::float8 as last
    from drone_telemetry where flight_oid = ${flightOID}::uuid and ${during}`.execute(db);
  return rows[0] ?? { total: 0, first: null, last: null };
};

export type ThinnedRow = Omit<RecordedRow, 'gimbalPitch' | 'gimbalYaw'> & { afterGap: boolean };

/**
 * The first row of every stretch of `resolution` ms, with both ends of every gap and each change of mode.
 * @param resolution ms; 0: every row
 */
export const thinnedRows = async (
  db: DbOrTrx,
  flightOID: string,
  { first, resolution, gap }: { first: number; resolution: number; gap: number },
): Promise<ThinnedRow[]> => {
  const stretch =
    resolution === 0
      ? sql`row_number() over line`
      : sql`floor((extract(epoch from at) * 1000 - ${first}::float8) / ${resolution}::float8)`;
  const during = await duringFlight(db, flightOID);
  const { rows } = await sql<ThinnedRow>`
    with placed as (
      select at, lng, lat, height, elevation, speed_h, speed_v, head, percent, mode_code, payload, ${stretch} as stretch,
        lag(at) over line as before, lead(at) over line as after, lag(mode_code) over line as mode_before
      from drone_telemetry where flight_oid = ${flightOID}::uuid and ${during} window line as (order by at)
    ), marked as (
      select *, lag(stretch) over (order by at) as stretch_before,
        coalesce(at - before > ${gap} * interval '1 millisecond', false) as after_gap,
        coalesce(after - at > ${gap} * interval '1 millisecond', false) as before_gap
      from placed
    )
    select ${moment} as at, ${measured}, mode_code as "modeCode", after_gap as "afterGap" from marked
    where stretch is distinct from stretch_before or after_gap or before_gap or after is null
      or mode_code is distinct from mode_before
    order by at`.execute(db);
  return rows;
};
