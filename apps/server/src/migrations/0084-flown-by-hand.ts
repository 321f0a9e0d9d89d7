import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table flight drop constraint flight_unordered_check`,
  // By hand: a pilot on site took over with a remote controller.
  `alter table flight add constraint flight_unordered_check
     check (unordered in ('returned', 'halted', 'ended', 'byHand'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
