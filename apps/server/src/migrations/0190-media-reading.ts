import { sql, type Kysely } from 'kysely';

const statements = [
  // What a photo says of itself, its small picture, and how far it is with both. Files that are there already wait too.
  `alter table media
    add column reading_state text not null default 'waiting' check (reading_state in ('waiting', 'done', 'failed')),
    add column reading_fault text,
    -- A server reads it until then; it counts as silent afterwards.
    add column reading_until timestamptz,
    add column reading_attempts smallint not null default 0,
    add column facts jsonb,
    add column lens text,
    add column width integer,
    add column height integer,
    add column thumbnail_key text`,
  `create index media_unread on media (created_at desc, oid)
    where reading_state = 'waiting' and kind = 'photo' and deleted_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
