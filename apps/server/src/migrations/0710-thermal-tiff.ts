import { sql, type Kysely } from 'kysely';

/** The release before reads these photos again, and finds nothing in them as it did. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Those that hold temperatures have a small picture from now on.
  await sql`update media set reading_state = 'waiting', reading_fault = null, reading_attempts = 0, reading_until = null
    where kind = 'photo' and reading_state = 'failed' and reading_fault = 'photoFormat' and name ~* '[.]tiff?$'`.execute(
    db,
  );
};
