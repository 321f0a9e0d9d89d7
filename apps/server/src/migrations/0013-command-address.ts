import { sql, type Kysely } from 'kysely';

const statements = [
  // From where an order was given: the server that has the dock writes its fate down, and heard nobody ask.
  `alter table command add column address text`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
