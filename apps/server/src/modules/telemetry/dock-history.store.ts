import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

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

/** Takes away what servers of an earlier release wrote of docks before a moment, piece by piece: it is in no partition. */
export const dropEarlierStates = async (db: DbOrTrx, before: Date): Promise<void> => {
  await sql`delete from dock_telemetry where ctid = any (array(
    select ctid from dock_telemetry where at < ${before} limit ${pieceRows}))`.execute(db);
};
