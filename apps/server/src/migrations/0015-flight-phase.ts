import { sql, type Kysely } from 'kysely';

const statements = [
  // Where an open flight stands is judged by the gateway, and read by every server: lists, records, task pages.
  `alter table flight
    add column phase text check (phase in
      ('waiting', 'preparing', 'climbing', 'onRoute', 'paused', 'returning', 'landing', 'over')),
    add column progress real,
    add column seconds_left int`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
