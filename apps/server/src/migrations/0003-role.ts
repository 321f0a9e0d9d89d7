import { sql, type Kysely } from 'kysely';

const statements = [
  // A first role is named in the reader's language until somebody gives it a name of its own.
  `alter table role add column renamed boolean not null default false`,
  `create unique index role_name on role (group_oid, lower(name)) where first_key is distinct from 'service'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
