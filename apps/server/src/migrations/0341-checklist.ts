import { sql, type Kysely } from 'kysely';

/** The release before asks nothing, and leaves what was answered as it is. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // What was answered before the flight, by whom and when.
  await sql.raw(`alter table flight add column checklist jsonb`).execute(db);
};
