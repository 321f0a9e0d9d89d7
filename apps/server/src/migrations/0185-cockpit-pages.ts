import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Whoever else is to have them is decided by people.
  for (const right of ['/CockpitOption', '/CockpitLarge', '/Cockpit/TotalPerception'])
    await sql`insert into role_resource (role_oid, resource)
      select oid, ${right} from role where first_key = 'administrator' on conflict do nothing`.execute(db);
};
