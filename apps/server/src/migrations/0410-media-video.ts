import { sql, type Kysely } from 'kysely';

/** The release before reads photos alone, by an index of their own. */
export const additive = true;

const statements = [
  // What a video says of itself. Videos that are there already wait to be read, as photos do.
  `alter table media add column video jsonb`,
  `create index media_unread_video on media (created_at desc, oid)
    where reading_state = 'waiting' and kind = 'video' and deleted_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
