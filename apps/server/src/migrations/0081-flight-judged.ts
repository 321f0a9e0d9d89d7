import { sql, type Kysely } from 'kysely';

const statements = [
  // What was found of a flight from its own dock, by which look; null: nobody has looked.
  `alter table flight add column judged jsonb`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
