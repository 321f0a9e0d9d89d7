import { sql } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';

/** The database's own clock, epoch ms. */
export const databaseTime = async (db: DbOrTrx): Promise<number | undefined> => {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db);
  return rows[0]?.at;
};

/** Asks for nothing. Rejects when the database does not answer. */
export const pingDatabase = async (db: DbOrTrx): Promise<void> => {
  await sql`select 1`.execute(db);
};

/** Bytes on disk, connections of all servers, and how many there may be. */
export const databaseFigures = async (
  db: DbOrTrx,
): Promise<{ size: number; connections: number; most: number }> => {
  const { rows } = await sql<{ size: number; connections: number; most: number }>`
    select pg_database_size(current_database())::float8 as size,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as most`.execute(db);
  return rows[0] ?? { size: 0, connections: 0, most: 0 };
};

/** A transaction that has to reach the log of the database, and leaves no row behind. */
export const writeProbeMessage = (db: DbOrTrx): Promise<unknown> =>
  sql`select pg_logical_emit_message(true, 'eyrie', ${'-'.repeat(1_024)})`.execute(db);
