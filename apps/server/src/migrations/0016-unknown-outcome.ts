import { sql, type Kysely } from 'kysely';

const statements = [
  // A flight may be over without anybody having been told how.
  `alter table flight drop constraint flight_outcome_check`,
  `alter table flight add constraint flight_outcome_check
     check (outcome in ('done', 'partly', 'failed', 'cancelled', 'missed', 'unknown'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
