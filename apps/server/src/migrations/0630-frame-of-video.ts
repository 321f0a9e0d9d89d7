import { sql, type Kysely } from 'kysely';

/** The release before asks for neither column. */
export const additive = true;

const statements = [
  // A picture that was taken out of a video, and from which moment of it, ms. The video may go before it.
  `alter table media add column video_oid uuid, add column video_at integer`,
  `create index media_video_frame on media (video_oid, video_at) where video_oid is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
