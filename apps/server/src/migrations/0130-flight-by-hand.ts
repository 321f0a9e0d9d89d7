import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into role_resource (role_oid, resource)
    select oid, '/flightControl' from role where first_key = 'administrator' on conflict do nothing`.execute(
    db,
  );
};
