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

/** Takes everything out of the database, the queue of background work too. */
export async function dropEverything(db: DbOrTrx): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  // As a new database has it: names are visible to all, tables only by grant.
  await sql`grant usage on schema public to public`.execute(db);
}

/**
 * Takes out of restored rows whatever would act by itself, or lets somebody act who was not asked: orders that were
 * under way are unknown, nobody controls a dock, flights in the air must be confirmed by their docks.
 * @returns how many orders and flights were open.
 */
export async function calmRestored(trx: DbOrTrx, at: Date): Promise<{ commands: number; flights: number }> {
  const entry = JSON.stringify({ at: at.getTime(), state: 'unknown', detail: 'restored' });
  const commands = await sql`
    update command set state = 'unknown', reason = 'restored', history = history || ${entry}::jsonb, updated_at = ${at}
    where state in ('drafted', 'authorised', 'sent', 'accepted', 'in_progress', 'accepted_late')`.execute(
    trx,
  );
  const flights = await sql`
    update flight set confirmed_at = null where state = 'inFlight'`.execute(trx);
  // The number rises, so that whoever held control before the restore holds it no more.
  await sql`update control_lease set holder_oid = null, session_oid = null, tab_id = null, asker_oid = null,
    asker_session_oid = null, asker_tab_id = null, asker_until = null, lost_told = true, epoch = epoch + 1,
    expires_at = ${at}`.execute(trx);
  await sql`update work set state = 'cancelled', ended_at = ${at}, updated_at = ${at}, error = 'restored'
    where state in ('queued', 'running')`.execute(trx);
  // Nobody has heard of any dock since.
  await sql`update dock_snapshot set online = false, drone_online = false`.execute(trx);
  return { commands: Number(commands.numAffectedRows ?? 0), flights: Number(flights.numAffectedRows ?? 0) };
}

export const organisationOids = async (db: DbOrTrx): Promise<string[]> =>
  (await db.selectFrom('organisation').select('oid').execute()).map((row) => row.oid);
