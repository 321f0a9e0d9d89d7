import { sql, type Kysely } from 'kysely';

const statements = [
  // Administrators hold everything, and the monitor of controllers is new.
  `insert into role_resource (role_oid, resource)
    select oid, '/handShankMonitorSee' from role where first_key = 'administrator'
    on conflict do nothing`,
  // The dock to which an aircraft goes back that a pilot flies by hand: without it the dock would stand without its
  // aircraft until that wakes up in it.
  `alter table drone add column home_oid uuid`,
  `create index drone_home on drone (home_oid) where home_oid is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
