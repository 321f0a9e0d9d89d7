import { sql, type Kysely } from 'kysely';

const statements = [
  // Administrators hold everything, and letting controllers sign in is new.
  `insert into role_resource (role_oid, resource)
    select oid, 'controller:connect' from role where first_key = 'administrator'
    on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
