import { sql, type Kysely } from 'kysely';

const statements = [
  // Who installs a dock has to read which rule a value breaks: of which kind it has to be, or within which bounds.
  `alter table unusable_message add column rule text`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
