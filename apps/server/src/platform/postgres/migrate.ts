import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration, MigrationResultSet } from 'kysely/migration';
import pg from 'pg';
import type { Log } from '../log.ts';

/** A change of the schema. An additive one leaves everything that the release before it reads and writes as it was. */
export interface ReleaseMigration extends Migration {
  additive?: boolean;
}

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
  /** Known migrations by name; those that have not run are applied in the order of their names. */
  migrations: Readonly<Record<string, ReleaseMigration>>;
  /** Last migration to apply, for tests; undefined: all. */
  upTo?: string;
  /** How often it tries to change what others use; fewer in tests. */
  tries?: number;
}

const { migrateLock, migratePause, migrateTries } = limits.postgres;

/** What it has to change was in use for as long as it may wait. */
const isLocked = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Who has used the database for longest without an end, such as a backup; empty: nobody that may be seen. */
const longestUser = async (kysely: Kysely<unknown>): Promise<string> => {
  const { rows } = await sql<{ name: string; seconds: number }>`
    select application_name as name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(kysely);
  return rows.map(({ name, seconds }) => `${name || 'without a name'}, for ${seconds} s`).join('');
};

/**
 * Changes the schema, and tries again where somebody uses what is to be changed: whoever waits for a table holds back all
 * who come to it afterwards, and a backup uses every table for as long as it takes.
 * @throws Error when that does not end
 */
const changeSchema = async (
  kysely: Kysely<unknown>,
  log: Log,
  { tries, change }: { tries: number; change: () => Promise<MigrationResultSet> },
): Promise<MigrationResultSet> => {
  for (let left = tries - 1; ; left -= 1) {
    const outcome = await change();
    if (!isLocked(outcome.error)) return outcome;
    const user = await longestUser(kysely);
    if (left === 0)
      throw new Error(`what the schema changes is in use (${user}); the schema is as before`, {
        cause: outcome.error,
      });
    if (left === tries - 1) log.warn({ user }, 'what the schema changes is in use; it is tried again');
    await pause(migratePause);
  }
};

/**
 * Brings the schema up to date in one transaction under a lock in the database: a kill leaves the old schema or
 * the new one, and of two instances that start at once the second waits and finds nothing left to do. Servers may run
 * meanwhile: nobody waits behind it for a table that another uses. What it has changed is theirs again once all of it is done.
 * @returns the names of the migrations applied now.
 * @throws NewerSchemaError when the database knows a migration that this code does not, unless all of those were
 * additive: then this release runs beside the newer one, and changes nothing
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  // Its own pool: a migration may take longer than any query of the running product.
  const pool = new pg.Pool({ connectionString: options.url, max: 2, application_name: 'eyrie-migrate' });
  pool.on('error', (err) => options.log.warn({ err }, 'the connection for migrations was lost'));
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(`set lock_timeout = ${migrateLock}`));
      },
    }),
  });
  try {
    const newer = await refuseNewer(kysely, options.migrations);
    if (newer.length > 0) {
      options.log.warn({ newer }, 'the database was migrated by a newer release; this one may run beside it');
      return [];
    }
    const known = Object.entries(options.migrations).map(([name, one]) => [name, noted(name, one)] as const);
    const migrator = new Migrator({
      db: kysely,
      provider: { getMigrations: () => Promise.resolve(Object.fromEntries(known)) },
      // Numbers are given before anybody knows what lands first: a release may bring one below those that ran.
      allowUnorderedMigrations: true,
    });
    const { upTo, log, tries = migrateTries } = options;
    const change = () => (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    const outcome = await changeSchema(kysely, log, { tries, change });
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

/** Written with the change itself, for releases that do not know it. */
const noted = (name: string, { up, additive }: ReleaseMigration): Migration => ({
  async up(db) {
    await up(db);
    if (!additive) return;
    await sql`create table if not exists migration_additive (name text primary key)`.execute(db);
    await sql`insert into migration_additive (name) values (${name})`.execute(db);
  },
});

const exists = async (kysely: Kysely<unknown>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${table})::text as found`.execute(
    kysely,
  );
  return rows[0]?.found !== null;
};
const namesIn = async (kysely: Kysely<unknown>, table: string): Promise<string[]> => {
  if (!(await exists(kysely, table))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
};

/** @returns additive migrations of a newer release, beside which this one may run */
async function refuseNewer(
  kysely: Kysely<unknown>,
  known: Readonly<Record<string, ReleaseMigration>>,
): Promise<string[]> {
  const applied = await namesIn(kysely, 'kysely_migration');
  const unknown = applied.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return [];
  const additive = new Set(await namesIn(kysely, 'migration_additive'));
  const done = new Set(applied);
  // One that is missing here was made beside those, not before them: nobody has tried the two together.
  const missing = Object.keys(known).some((name) => !done.has(name));
  if (missing || unknown.some((name) => !additive.has(name))) throw new NewerSchemaError(unknown);
  return unknown;
}
