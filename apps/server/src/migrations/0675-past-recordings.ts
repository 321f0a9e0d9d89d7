import { sql, type Kysely } from 'kysely';

/** The release before keeps them all, and finds them without it. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Recordings that are long over are looked for every second, among those that run.
  await sql`create index video_recording_past on video_recording (ended_at)
    where state in ('done', 'failed')`.execute(db);
};
