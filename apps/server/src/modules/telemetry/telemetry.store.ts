import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { Insertable } from 'kysely';

export type DroneTelemetryRow = Insertable<Database['drone_telemetry']>;
export type DockSnapshotRow = Insertable<Database['dock_snapshot']>;

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

export const insertDockTelemetry = async (
  db: DbOrTrx,
  rows: readonly { dockOID: string; at: Date; payload: unknown }[],
): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await trx
      .insertInto('dock_telemetry')
      .values(
        rows.map((row) => ({ dock_oid: row.dockOID, at: row.at, payload: JSON.stringify(row.payload) })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};

/** Overwrites what is last known of docks. A dock deleted meanwhile is passed over. */
export const writeSnapshots = async (db: DbOrTrx, rows: readonly DockSnapshotRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    for (const row of rows)
      await trx
        .insertInto('dock_snapshot')
        .columns(Object.keys(row) as (keyof DockSnapshotRow & string)[])
        .expression((eb) =>
          eb
            .selectFrom('dock')
            .select(Object.entries(row).map(([name, value]) => sql`${cast(name, value)}`.as(name)) as never)
            .where('oid', '=', row.dock_oid),
        )
        .onConflict((conflict) =>
          conflict.column('dock_oid').doUpdateSet(
            Object.fromEntries(
              Object.keys(row)
                .filter((name) => name !== 'dock_oid')
                .map((name) => [name, sql.ref(`excluded.${name}`)]),
            ),
          ),
        )
        .execute();
  });
};

const casts: Readonly<Record<string, string>> = {
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
const cast = (name: string, value: unknown) => sql`${value}::${sql.raw(casts[name] ?? 'text')}`;

export const readSnapshot = async (db: DbOrTrx, dockOID: string) =>
  db.selectFrom('dock_snapshot').selectAll().where('dock_oid', '=', dockOID).executeTakeFirst();

/** Everything last known, for a live endpoint that has just started. */
export const readSnapshotsWithDocks = async (db: DbOrTrx) =>
  db
    .selectFrom('dock_snapshot')
    .innerJoin('dock', 'dock.oid', 'dock_snapshot.dock_oid')
    .leftJoin('drone', (join) =>
      join.onRef('drone.dock_oid', '=', 'dock.oid').on('drone.deleted_at', 'is', null),
    )
    .selectAll('dock_snapshot')
    .select(['dock.sn', 'dock.group_root', 'drone.oid as drone_oid', 'drone.sn as drone_sn'])
    .where('dock.deleted_at', 'is', null)
    .execute();

/** Takes rows of a day older than the limit down to one per `seconds`. */
export const thinTelemetry = async (db: DbOrTrx, before: Date, seconds: number): Promise<void> => {
  await sql`
    delete from drone_telemetry t using (
      select drone_oid, at, row_number() over (partition by drone_oid, floor(extract(epoch from at) / ${seconds}) order by at) as place
      from drone_telemetry where at < ${before} and at >= ${new Date(before.getTime() - 86_400_000)}
    ) old where old.place > 1 and t.drone_oid = old.drone_oid and t.at = old.at`.execute(db);
};
