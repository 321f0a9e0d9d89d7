import { sql, type Kysely } from 'kysely';

/** The release before neither reads nor writes these columns, and removes no copies: what names none is swept later. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table media
    add column playback_key text,
    add column playback_size bigint,
    add column playback_work uuid,
    add column playback_fault text`.execute(db);
};
