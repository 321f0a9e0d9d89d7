import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { renameTop } from '../department/index.ts';

export interface OrganisationRow {
  oid: string;
  name: string;
  first: boolean;
  timeZone: string;
  policy: Record<string, unknown>;
}

const columns = ['oid', 'name', 'first', 'time_zone as timeZone', 'policy'] as const;

export const firstOrganisation = (db: DbOrTrx): Promise<OrganisationRow | undefined> =>
  db.selectFrom('organisation').select(columns).where('first', '=', true).executeTakeFirst();

export const organisationByOid = (db: DbOrTrx, oid: string): Promise<OrganisationRow | undefined> =>
  db.selectFrom('organisation').select(columns).where('oid', '=', oid).executeTakeFirst();

/** Every organisation of the instance, the oldest first. */
export const allOrganisations = (db: DbOrTrx): Promise<OrganisationRow[]> =>
  db.selectFrom('organisation').select(columns).orderBy('created_at').orderBy('oid').execute();

/** Two changes of one organisation come one after the other. */
export async function lockOrganisation(trx: DbOrTrx, oid: string): Promise<void> {
  await trx.selectFrom('organisation').select('oid').where('oid', '=', oid).forUpdate().execute();
}

export async function insertOrganisation(
  trx: DbOrTrx,
  { policy, ...organisation }: { oid: string; name: string; first: boolean; policy: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('organisation')
    .values({ ...organisation, policy: JSON.stringify(policy) })
    .execute();
}

/** Of several instances that start at once one fills the database; the others wait and find it filled. */
export async function lockFirstStart(trx: DbOrTrx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('eyrie first organisation'))`.execute(trx);
}

/**
 * Writes what is given. The topmost department carries the name of the organisation as long as nobody gave it another.
 */
export async function updateOrganisation(
  trx: DbOrTrx,
  oid: string,
  change: { name?: string | undefined; timeZone?: string | undefined; policy: Record<string, unknown> },
): Promise<void> {
  const { name, timeZone, policy } = change;
  if (name !== undefined) await renameTop(trx, oid, name);
  await sql`update organisation set policy = policy || ${JSON.stringify(policy)}::jsonb,
    name = coalesce(${name ?? null}::text, name), time_zone = coalesce(${timeZone ?? null}::text, time_zone)
    where oid = ${oid}::uuid`.execute(trx);
  if (Object.keys(policy).length > 0)
    await sql`select pg_notify('policy_changed', ${oid}::text)`.execute(trx);
}
