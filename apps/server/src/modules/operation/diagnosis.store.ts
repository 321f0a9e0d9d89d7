import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Size of every table in bytes, and its rows as the database last estimated them. */
export async function tableSizes(db: DbOrTrx): Promise<{ table: string; bytes: number; rows: number }[]> {
  const { rows } = await sql<{ table: string; bytes: number; rows: number }>`
    select nspname || '.' || relname as "table", pg_total_relation_size(pg_class.oid)::float8 as bytes,
      reltuples::float8 as rows
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') order by 2 desc`.execute(db);
  return rows;
}

export async function databaseFacts(db: DbOrTrx): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(array['server_version', 'fsync', 'synchronous_commit',
      'full_page_writes', 'data_checksums', 'max_connections', 'shared_buffers', 'TimeZone']) as name`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}

export async function appliedMigrations(db: DbOrTrx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** The last failures of background work, without who asked for it. */
export async function workFailures(db: DbOrTrx, most: number): Promise<Record<string, unknown>[]> {
  return db
    .selectFrom('work')
    .select([
      'oid',
      'kind',
      'state',
      'step',
      'progress',
      'attempts',
      'error',
      'instance_id',
      'created_at',
      'ended_at',
    ])
    .where('error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}
