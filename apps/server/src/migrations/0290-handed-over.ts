import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

const statements = [
  // The fence under which the last owner gave the dock back with nothing under way; of an older one it says nothing.
  `alter table gateway_claim add column handed_over_fence bigint`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
