import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';

/** A state of a dock: written when it changes, and every half minute. */
export interface DockHistoryRow {
  dockOID: string;
  at: Date;
  payload: unknown;
}

/** Rows of the table of the release before that go in one statement. */
const pieceRows = 10_000;

/** Appends states of docks. Telemetry may lose its last second in a crash, so the commit does not wait for the disk. */
export const insertDockHistory = async (db: DbOrTrx, rows: readonly DockHistoryRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await trx
      .insertInto('dock_history')
      .values(
        rows.map((row) => ({ dock_oid: row.dockOID, at: row.at, payload: JSON.stringify(row.payload) })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};

/**
 * Sees that the next two days have partitions, and gives one to every past day of which rows lie among the rest. What a
 * day is and how it is exchanged, migration 0390 says.
 * @param now epoch ms
 */
export const layOutDays = async (db: Db, now: number): Promise<void> => {
  await sql`select dock_history_lay_out(${new Date(now)}::timestamptz)`.execute(db);
};

/**
 * Thins every day that ended before a moment, each once and in a transaction of its own.
 * @param before epoch ms
 * @param seconds of which one row a dock stays
 */
export const thinDockHistory = async (db: Db, before: number, seconds: number): Promise<void> => {
  const thinNext = async (): Promise<boolean> => {
    const { rows } = await sql<{ more: boolean }>`select
      dock_history_thin(${new Date(before)}::timestamptz, ${seconds}::float8) as more`.execute(db);
    return rows[0]?.more ?? false;
  };
  while (await thinNext());
  // What servers of the release before wrote is in no partition: it goes by rows.
  await sql`delete from dock_telemetry where ctid = any (array(
    select ctid from dock_telemetry where at < ${new Date(before)} limit ${pieceRows}))`.execute(db);
};
