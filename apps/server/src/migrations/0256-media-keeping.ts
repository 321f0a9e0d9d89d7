import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table media
    -- Under legal hold since then.
    add column held_at timestamptz,
    add column held_by uuid references member (oid),
    add column held_reason text not null default '',
    -- Rules count its days from then on.
    add column restored_at timestamptz,
    -- Its bytes are being removed: it cannot be restored any more.
    add column purging_at timestamptz`,
  `drop index media_deleted`,
  `create index media_deleted on media (deleted_at) where deleted_at is not null and held_at is null`,
  `create index media_bin on media (group_root, deleted_at desc, oid) where deleted_at is not null`,
  `create index media_age on media (group_root, kind, (greatest(created_at, restored_at)))
    where deleted_at is null`,
  `create table media_retention (
    group_root uuid primary key references organisation (oid),
    photo_days integer,
    video_days integer,
    other_days integer,
    keep_starred boolean not null,
    version integer not null
  )`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, 'media:keep' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
