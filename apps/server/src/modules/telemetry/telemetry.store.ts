import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { Insertable } from 'kysely';

export type DroneTelemetryRow = Insertable<Database['drone_telemetry']>;

/** Appends aircraft rows. Telemetry may lose its last second in a crash, so the commit does not wait for the disk. */
export const insertDroneTelemetry = async (
  db: DbOrTrx,
  rows: readonly DroneTelemetryRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await trx
      .insertInto('drone_telemetry')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};

/** What is last known of a dock and its aircraft. */
export interface DockSnapshot {
  dock_oid: string;
  online: boolean;
  work_state: string | null;
  lng: number | null;
  lat: number | null;
  height: number | null;
  last_seen_at: Date | null;
  drone_online: boolean;
  drone_airborne: boolean;
  dock_values: unknown;
  drone_values: unknown;
  drone_last_seen_at: Date | null;
  live_capacity: unknown;
  written_at: Date;
}

const columns: Readonly<Record<keyof DockSnapshot, string>> = {
  dock_oid: 'uuid',
  online: 'boolean',
  work_state: 'text',
  lng: 'double precision',
  lat: 'double precision',
  height: 'double precision',
  last_seen_at: 'timestamptz',
  drone_online: 'boolean',
  drone_airborne: 'boolean',
  dock_values: 'jsonb',
  drone_values: 'jsonb',
  drone_last_seen_at: 'timestamptz',
  live_capacity: 'jsonb',
  written_at: 'timestamptz',
};
const names = Object.keys(columns);
const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
const replaced = names.filter((name) => name !== 'dock_oid').map((name) => `${name} = excluded.${name}`);

/** Overwrites what is last known of docks, all in one statement. A dock deleted meanwhile is passed over. */
export const writeSnapshots = async (db: DbOrTrx, rows: readonly DockSnapshot[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await sql`
      insert into dock_snapshot (${sql.raw(names.join(', '))})
      select ${sql.raw(names.map((name) => `r.${name}`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(typed.join(', '))})
      join dock on dock.oid = r.dock_oid
      on conflict (dock_oid) do update set ${sql.raw(replaced.join(', '))}`.execute(trx);
  });
};

export const readSnapshots = async (db: DbOrTrx, dockOIDs: readonly string[]) =>
  dockOIDs.length === 0
    ? []
    : db
        .selectFrom('dock_snapshot')
        .selectAll()
        .where('dock_oid', 'in', [...dockOIDs])
        .execute();

/** Days by which moments of a server's clock may stand off from those of a flight. */
const clocksApart = 7 * 86_400_000;

/**
 * Within which moments the rows of a flight lie, as a condition on `at`: so that its few days are read and not each one
 * that is kept. A flight that has not begun has none.
 */
export const duringFlight = async (db: DbOrTrx, flightOID: string): Promise<RawBuilder<boolean>> => {
  const flight = await db
    .selectFrom('flight')
    .select(['start_time as start', 'end_time as end'])
    .where('oid', '=', flightOID)
    .executeTakeFirst();
  if (!flight?.start) return sql<boolean>`true`;
  const from = sql<boolean>`at >= ${new Date(flight.start.getTime() - clocksApart)}`;
  return flight.end ? sql<boolean>`${from} and at <= ${new Date(flight.end.getTime() + clocksApart)}` : from;
};

/**
 * Takes the day before a moment down to one row of an aircraft per `seconds`, where its rows lie in no partition of their
 * own: those of an earlier release. Days of their own go whole.
 */
export const thinEarlierRows = async (db: DbOrTrx, before: Date, seconds: number): Promise<void> => {
  await sql`
    delete from drone_telemetry t using (
      select drone_oid, at, row_number() over (partition by drone_oid, floor(extract(epoch from at) / ${seconds}) order by at) as place
      from drone_telemetry where at < ${before} and at >= ${new Date(before.getTime() - 86_400_000)} and tableoid = any (array(
        select inhrelid from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'drone_telemetry'::regclass and relname ~ '_(rest|before_[0-9]{8})$'))
    ) old where old.place > 1 and t.drone_oid = old.drone_oid and t.at = old.at`.execute(db);
};

/** Nobody has heard of any dock since the database was restored. */
export async function markAllOffline(trx: DbOrTrx): Promise<void> {
  await trx.updateTable('dock_snapshot').set({ online: false, drone_online: false }).execute();
}

/** Takes away what was recorded on flights. @returns rows by flight */
export const dropFlightTelemetry = async (
  trx: DbOrTrx,
  flightOIDs: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ oid: string; count: number }>`with gone as (
      delete from drone_telemetry where flight_oid = any(${[...flightOIDs]}::uuid[]) returning flight_oid)
    select flight_oid as oid, count(*)::int as count from gone group by 1`.execute(trx);
  return new Map(rows.map(({ oid, count }) => [oid, count]));
};
