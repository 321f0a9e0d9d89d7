import { sql, type Kysely } from 'kysely';

/** The release before merges without raising, and restores without giving back. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // What an order had before it took the higher severity of one that was merged into it; null: its own stands.
  await sql`alter table work_order add column severity_own text check (severity_own in ('low', 'medium', 'high'))`.execute(
    db,
  );
};
