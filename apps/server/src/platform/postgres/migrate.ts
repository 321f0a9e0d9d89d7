import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import type { Log } from '../log.ts';

/** The database has been changed by a newer release; this one would damage it. */
export class NewerSchemaError extends Error {
  readonly migrations: readonly string[];
  constructor(names: readonly string[]) {
    super(
      `the database was migrated by a newer release: ${names.join(', ')} are unknown here. Start that release`,
    );
    this.name = 'NewerSchemaError';
    this.migrations = names;
  }
}

export interface MigrateOptions {
  url: string;
  log: Log;
  /** Known migrations by name; applied in the order of the names. */
  migrations: Readonly<Record<string, Migration>>;
  /** Last migration to apply, for tests; undefined: all. */
  upTo?: string;
}

/**
 * Brings the schema up to date in one transaction under a lock in the database: a kill leaves the old schema or
 * the new one, and of two instances that start at once the second waits and finds nothing left to do.
 * @returns the names of the migrations applied now.
 * @throws NewerSchemaError when the database knows a migration that this code does not.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  // Its own pool: a migration may take longer than any query of the running product.
  const pool = new pg.Pool({ connectionString: options.url, max: 2, application_name: 'eyrie-migrate' });
  pool.on('error', (err) => options.log.warn({ err }, 'the connection for migrations was lost'));
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseNewer(kysely, options.migrations);
    const migrator = new Migrator({
      db: kysely,
      provider: { getMigrations: () => Promise.resolve({ ...options.migrations }) },
    });
    const outcome = options.upTo ? await migrator.migrateTo(options.upTo) : await migrator.migrateToLatest();
    if (outcome.error !== undefined) {
      // The other instance may be of a newer release and have won the lock.
      await refuseNewer(kysely, options.migrations);
      const failed = outcome.results?.find((result) => result.status === 'Error')?.migrationName;
      throw new Error(`migration ${failed ?? ''} failed; the schema is as before`, { cause: outcome.error });
    }
    const applied = (outcome.results ?? []).map((result) => result.migrationName);
    if (applied.length > 0) options.log.info({ applied }, 'migrated the database');
    return applied;
  } finally {
    await kysely.destroy();
  }
}

async function refuseNewer(
  kysely: Kysely<unknown>,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  const table = await sql<{
    found: string | null;
  }>`select to_regclass('kysely_migration')::text as found`.execute(kysely);
  if (!table.rows[0]?.found) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    kysely,
  );
  const unknown = rows.map((row) => row.name).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
}
