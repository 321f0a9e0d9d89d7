import type { PartBefore, SeriesFlown, SeriesStanding } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Neighbour } from './flight.neighbour.store.ts';
import type { FlightRow } from './flight.store.ts';

export interface NewSeries {
  oid: string;
  groupRoot: string;
  groupOID: string;
  flown: SeriesFlown;
  gapSeconds: number;
  size: number;
  madeBy: string;
  /** In whose name its parts begin by themselves; null: a person starts each. */
  startsBy: string | null;
  at: Date;
}

export const insertSeries = async (trx: DbOrTrx, series: NewSeries): Promise<void> => {
  await trx
    .insertInto('flight_series')
    .values({
      oid: series.oid,
      group_root: series.groupRoot,
      group_oid: series.groupOID,
      flown: series.flown,
      gap_seconds: series.gapSeconds,
      size: series.size,
      made_by: series.madeBy,
      starts_by: series.startsBy,
      starts_since: series.startsBy === null ? null : series.at,
    })
    .execute();
};

/** Whoever adds a flight to an arrangement holds it until the transaction ends: a part is flown again by one. */
export const lockSeries = async (trx: DbOrTrx, oid: string): Promise<void> => {
  await trx
    .selectFrom('flight_series')
    .select('oid')
    .where('oid', '=', oid)
    .forNoKeyUpdate()
    .executeTakeFirst();
};

/**
 * In whose name the parts of an arrangement in order begin by themselves from a moment on; null: a person starts each.
 * False: its parts share the air.
 */
export const setStartsBy = async (
  trx: DbOrTrx,
  oid: string,
  { startsBy, at }: { startsBy: string | null; at: Date },
): Promise<boolean> => {
  const result = await trx
    .updateTable('flight_series')
    .set({ starts_by: startsBy, starts_since: startsBy === null ? null : at })
    .where('oid', '=', oid)
    .where('flown', '=', 'inOrder')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** Whether a part of an arrangement has a flight that waits or flies, or was flown to its end. */
export const partTaken = async (trx: DbOrTrx, seriesOID: string, place: number): Promise<boolean> =>
  (await trx
    .selectFrom('flight')
    .select('oid')
    .where('series_oid', '=', seriesOID)
    .where('series_place', '=', place)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('state', '!=', 'over'), eb('outcome', '=', 'done')]))
    .executeTakeFirst()) !== undefined;

type Part = Pick<FlightRow, 'series_oid' | 'series_place'>;

/** How a flight stands among the others of its arrangement at a moment, epoch ms; null: it was arranged alone. */
export const seriesStandingOf = async (
  db: DbOrTrx,
  { series_oid: seriesOID, series_place: place }: Part,
  now: number,
): Promise<SeriesStanding | null> => {
  if (seriesOID === null || place === null) return null;
  const series = await db
    .selectFrom('flight_series')
    .select(['flown', 'gap_seconds'])
    .where('oid', '=', seriesOID)
    .executeTakeFirstOrThrow();
  // Of one place: the newest flight, and whether any was done.
  const { rows } = await sql<Omit<PartBefore, 'startedAt'> & { startedAt: Date | null }>`
    select part.series_place::int as place, part.state, part.outcome, part.start_time as "startedAt",
      exists (select from flight done where done.series_oid = part.series_oid
        and done.series_place = part.series_place and done.deleted_at is null and done.outcome = 'done') as done
    from flight part
    where part.series_oid = ${seriesOID}::uuid and part.series_place < ${place} and part.deleted_at is null
    order by part.series_place desc, part.created_at desc, part.oid desc limit 1`.execute(db);
  const [before] = rows;
  return {
    flown: series.flown,
    gapSeconds: series.gap_seconds,
    before: before ? { ...before, startedAt: before.startedAt?.getTime() ?? null } : null,
    now,
  };
};

/**
 * Flights that share the air with one by their arrangement and have not begun, each with the moment at which it begins
 * when this one begins at `now`: what would come too close is found before the first of them leaves.
 */
export const seriesMates = async (
  db: DbOrTrx,
  { oid, series_oid: seriesOID, series_place: place }: Part & Pick<FlightRow, 'oid'>,
  now: number,
): Promise<Neighbour[]> => {
  if (seriesOID === null || place === null) return [];
  const { rows } = await sql<Omit<Neighbour, 'at'> & { later: number }>`
    select flight.task_oid as "taskOID", flight.oid as "flightOID",
      coalesce(task.name, '') || ' ' || flight.series_place as name, null as wall,
      greatest(0, flight.series_place - ${place}) * series.gap_seconds * 1000 as later,
      flight.route_oid as "routeOID", flight.route_checksum as checksum, flight.dock_oid as "dockOID",
      flight.return_altitude::float8 as "returnAltitude", flight.starts_at as "startsAt", flight.lines
    from flight join flight_series series on series.oid = flight.series_oid
      left join task on task.oid = flight.task_oid
    where flight.series_oid = ${seriesOID}::uuid and series.flown = 'atOnce' and flight.state = 'created'
      and flight.oid <> ${oid}::uuid and flight.deleted_at is null`.execute(db);
  return rows.map(({ later, ...mate }) => ({ ...mate, at: new Date(now + later) }));
};
