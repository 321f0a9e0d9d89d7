import { sql, type Kysely } from 'kysely';

const statements = [
  `create table map_share (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    dock_oids uuid[] not null default '{}',
    region_oids uuid[] not null default '{}',
    flight_oid uuid,
    expires_at timestamptz not null,
    token_hash bytea not null,
    -- Sealed, so that who may share can copy the link again.
    token bytea not null,
    password_hash text,
    opened integer not null default 0,
    wrong integer not null default 0,
    wrong_at timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index map_share_group on map_share (group_oid) where deleted_at is null`,
  `create index map_share_created on map_share (group_root, created_at desc, oid) include (group_oid)
    where deleted_at is null`,
  `create unique index map_share_token on map_share (token_hash)`,
  `create table map_share_viewer (
    share_oid uuid not null references map_share (oid) on delete cascade,
    viewer uuid not null,
    seen_at timestamptz not null,
    primary key (share_oid, viewer)
  )`,
  `create index map_share_viewer_seen on map_share_viewer (share_oid, seen_at)`,
  `insert into role_resource (role_oid, resource)
    select oid, resource from role, unnest(array['/MapShare', 'map-share:edit']) as resource
    where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
