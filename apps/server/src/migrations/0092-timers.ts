import { sql, type Kysely } from 'kysely';

const statements = [
  // What each server knows of its timers. Overwritten every few seconds.
  `create table timer_report (
    instance_id text primary key,
    timers jsonb not null,
    reported_at timestamptz not null
  ) with (fillfactor = 70)`,

  // Who began the last run of a timer of which one server is enough, and when.
  `create table timer_turn (
    name text primary key,
    instance_id text not null,
    begun_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
