import { sql, type Kysely } from 'kysely';

const statements = [
  // When the dock of an open flight was first seen at work: a gateway that takes over need not see that again.
  `alter table flight add column worked_at timestamptz`,
  // What its aircraft did in the air without an order of its own organisation; null: nothing.
  `alter table flight add column unordered text check (unordered in ('returned', 'halted', 'ended'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
