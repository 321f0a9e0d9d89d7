import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index defect_listed on defect (group_root, last_at desc, oid) include (group_oid)`.execute(
    db,
  );
};
