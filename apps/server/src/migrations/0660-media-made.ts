import { sql, type Kysely } from 'kysely';

/** The release before counts without it. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Files of a flight that the server made, which are few, are taken from all that it has: those are counted by their index.
  await sql`create index media_made on media (flight_oid)
    where video_oid is not null or metadata ?| array['snapshot', 'recording']`.execute(db);
};
