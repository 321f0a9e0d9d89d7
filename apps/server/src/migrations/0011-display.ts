import { sql, type Kysely } from 'kysely';

const statements = [
  // How a member wants times and figures shown; empty: as at first.
  `alter table member add column display jsonb not null default '{}'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
