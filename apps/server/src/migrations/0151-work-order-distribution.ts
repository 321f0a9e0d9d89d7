import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Whoever else is to have it is decided by people.
  await sql`insert into role_resource (role_oid, resource)
    select oid, '/WorkOrderDistributionSituation' from role where first_key = 'administrator'
    on conflict do nothing`.execute(db);
};
