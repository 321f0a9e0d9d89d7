import { sql, type Kysely } from 'kysely';

const statements = [
  // What was sent, while a layer is made of it, and the background work that makes it.
  `alter table layer add column source_key text, add column work_oid uuid`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
