import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Names of servers and of their parts that are on this database; whoever restores is not among them. */
export async function connectedServers(db: DbOrTrx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'eyrie%'
      and application_name <> 'eyrie-restore' order by 1`.execute(db);
  return rows.map((row) => row.name);
}

/** How many organisations there are; null: not even a schema. */
export async function countOrganisations(db: DbOrTrx): Promise<number | null> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass('public.organisation')::text as found`.execute(db);
  if (!rows[0]?.found) return null;
  const counted = await sql<{ count: number }>`select count(*)::int as count from organisation`.execute(db);
  return counted.rows[0]?.count ?? 0;
}

const schemas = ['public', 'pgboss'] as const;
const asideOf = (schema: string): string => `${schema}_before_restore`;
/** The migrator looks for these by name in every schema. */
const notes = ['kysely_migration', 'kysely_migration_lock'] as const;
const renameNotes = async (trx: DbOrTrx, schema: string, from: string, to: string): Promise<void> => {
  for (const note of notes)
    await sql`alter table if exists ${sql.id(schema, note + from)} rename to ${sql.id(note + to)}`.execute(
      trx,
    );
};
const exists = async (db: DbOrTrx, schema: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select to_regnamespace(${schema}) is not null as found`.execute(db);
  return rows[0]?.found ?? false;
};

/** Lays what is in the database aside, the queue of background work too, and leaves it empty. */
export async function setAside(trx: DbOrTrx): Promise<void> {
  for (const schema of schemas) {
    await sql`drop schema if exists ${sql.id(asideOf(schema))} cascade`.execute(trx);
    if (await exists(trx, schema))
      await sql`alter schema ${sql.id(schema)} rename to ${sql.id(asideOf(schema))}`.execute(trx);
  }
  await renameNotes(trx, asideOf('public'), '', '_before');
  await sql`create schema public`.execute(trx);
  // As a new database has it: names are visible to all, tables only by grant.
  await sql`grant usage on schema public to public`.execute(trx);
}

/** Gives up what was laid aside. */
export async function dropAside(trx: DbOrTrx): Promise<void> {
  for (const schema of schemas)
    await sql`drop schema if exists ${sql.id(asideOf(schema))} cascade`.execute(trx);
}

/** Puts back what was laid aside, in place of what did not become whole. */
export async function takeBack(trx: DbOrTrx): Promise<void> {
  await renameNotes(trx, asideOf('public'), '_before', '');
  for (const schema of schemas) {
    if (!(await exists(trx, asideOf(schema)))) continue;
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(trx);
    await sql`alter schema ${sql.id(asideOf(schema))} rename to ${sql.id(schema)}`.execute(trx);
  }
}

export const organisationOids = async (db: DbOrTrx): Promise<string[]> =>
  (await db.selectFrom('organisation').select('oid').execute()).map((row) => row.oid);
