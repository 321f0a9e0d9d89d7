import { limits, type TelemetryRow } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { inScope, type Page } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { duringFlight } from '../telemetry/index.ts';

// Rows of telemetry have no oid: aircraft and moment are their key, and the list kit knows no key of two columns.

export interface TelemetryFilter {
  droneOID?: string | undefined;
  flightOID?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}
const { countMost } = limits.list;
const choicesMost = 50;

/** True when the aircraft and the flight that are asked for are there for the caller. */
const isVisible = async (
  db: DbOrTrx,
  caller: Caller,
  { droneOID, flightOID }: TelemetryFilter,
): Promise<boolean> => {
  const seen = (table: 'drone' | 'flight', oid: string | undefined): RawBuilder<boolean> =>
    oid === undefined
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from ${sql.table(table)} where oid = ${oid}::uuid
          and ${inScope(`${table}.group_oid`, caller)})`;
  const { rows } = await sql<{ seen: boolean }>`select ${seen('drone', droneOID)}
    and ${seen('flight', flightOID)} as seen`.execute(db);
  return rows[0]?.seen === true;
};

/** The moments of the flight that is asked for; of none: all. */
const duringOf = async (db: DbOrTrx, { flightOID }: TelemetryFilter): Promise<RawBuilder<boolean>> =>
  flightOID === undefined ? sql<boolean>`true` : duringFlight(db, flightOID);

/** Every condition stands on an index: by aircraft and moment, or by flight and moment. */
const wanted = (
  { droneOID, flightOID, from, to }: TelemetryFilter,
  during: RawBuilder<boolean>,
): RawBuilder<unknown> =>
  sql`from drone_telemetry as row where ${sql.join(
    [
      ...(droneOID === undefined ? [] : [sql`row.drone_oid = ${droneOID}::uuid`]),
      ...(flightOID === undefined ? [] : [sql`row.flight_oid = ${flightOID}::uuid`]),
      ...(from === undefined ? [] : [sql`row.at >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [sql`row.at <= ${new Date(to)}`]),
      during,
    ],
    sql` and `,
  )}`;

const read = async (
  db: DbOrTrx,
  filter: TelemetryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<TelemetryRow[]> => {
  const during = await duringOf(db, filter);
  const { rows } = await sql<TelemetryRow>`
    select found.drone_oid as "droneOID", drone.name as "droneName",
      (extract(epoch from found.at) * 1000)::float8 as at, found.flight_oid as "flightOID", lng, lat,
      found.height, found.elevation, speed_h as "speedH", speed_v as "speedV", head, percent
    from (select row.* ${wanted(filter, during)} order by row.at desc limit ${limit} offset ${offset}) as found
    join drone on drone.oid = found.drone_oid order by found.at desc`.execute(db);
  return rows;
};

/** A page of rows, the newest first; of what the caller does not see there are none. */
export const telemetryPage = async (
  db: DbOrTrx,
  caller: Caller,
  filter: TelemetryFilter,
  { pageNum, pageSize }: Page,
): Promise<{ list: TelemetryRow[]; total: number; totalMore?: true }> => {
  if (!(await isVisible(db, caller, filter))) return { list: [], total: 0 };
  const list = await read(db, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize });
  const during = await duringOf(db, filter);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 ${wanted(filter, during)} limit ${countMost + 1}) as counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > countMost ? { list, total: countMost, totalMore: true } : { list, total: count };
};

/** The same for a file: each piece lies behind the last moment of the one before. */
export async function* telemetryPieces(
  db: DbOrTrx,
  caller: Caller,
  filter: TelemetryFilter,
): AsyncGenerator<TelemetryRow[]> {
  if (!(await isVisible(db, caller, filter))) return;
  const { exportMost, exportPiece } = limits.list;
  let { to } = filter;
  for (let left = exportMost; left > 0;) {
    const rows = await read(db, { ...filter, to }, { limit: Math.min(left, exportPiece), offset: 0 });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < exportPiece) return;
    left -= rows.length;
    // Moments are kept to the millisecond, each once for an aircraft.
    to = last.at - 1;
  }
}

/** Aircraft whose name holds a word, by name. */
export const dronesNamed = async (
  db: DbOrTrx,
  caller: Caller,
  word: string,
): Promise<{ oid: string; name: string }[]> => {
  const { rows } = await sql<{ oid: string; name: string }>`select drone.oid, drone.name from drone
    where drone.deleted_at is null and ${inScope('drone.group_oid', caller)}
      and ${word === '' ? sql`true` : holdsWord('drone.name', word)}
    order by drone.name, drone.oid limit ${choicesMost}`.execute(db);
  return rows;
};
