import { sql, type Kysely } from 'kysely';

/** The release before knows no such right, and asks nobody for it. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Whoever else is to have it is decided by people.
  await sql`insert into role_resource (role_oid, resource)
    select oid, 'video:record' from role where first_key = 'administrator'
    on conflict do nothing`.execute(db);
};
