import { sql, type Kysely } from 'kysely';

const statements = [
  // What was asked when a route was judged; null: it was judged before that was written down, or never.
  `alter table route add column look jsonb`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
