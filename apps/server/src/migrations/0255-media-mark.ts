import { sql, type Kysely } from 'kysely';

const statements = [
  // What people say of files, for all who see them.
  `alter table media
    add column starred boolean not null default false,
    add column labels text[] not null default '{}'`,
  `create index media_starred on media (group_root, (coalesce(shot_at, created_at)) desc, oid)
    where starred and deleted_at is null`,
  `create index media_labelled on media using gin (labels) where labels <> '{}'`,
  `create index media_labelled_of_root on media (group_root) where labels <> '{}'`,
  `create table media_comment (
    oid uuid primary key,
    media_oid uuid not null references media (oid) on delete cascade,
    member_oid uuid not null references member (oid),
    comment text not null,
    created_at timestamptz not null
  )`,
  `create index media_comment_of_media on media_comment (media_oid, created_at, oid)`,
  `create index media_comment_of_member on media_comment (member_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
