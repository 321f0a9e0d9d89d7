import { sql, type Kysely } from 'kysely';

export const additive = true;

const statements = [
  // Whoever else may hand records on is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, 'flight-record:export' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
