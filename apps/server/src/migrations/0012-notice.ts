import { sql, type Kysely } from 'kysely';

const statements = [
  // What is announced, and maintenance: told to everybody with an open console while its time lasts.
  `create table notice (
    oid uuid primary key,
    kind text not null check (kind in ('announcement', 'maintenance')),
    -- null: for every organisation of the instance
    group_root uuid references organisation (oid) on delete cascade,
    level text not null,
    texts jsonb not null,
    from_at timestamptz not null,
    until_at timestamptz not null,
    on_sign_in boolean not null default false,
    created_by uuid references member (oid),
    created_at timestamptz not null default now(),
    -- called off, or ended before its time
    ended_at timestamptz,
    -- bells ring in slices: the last member whose bell rang, and when the last of all did
    told_to uuid,
    told_at timestamptz,
    check (from_at < until_at),
    check (kind <> 'maintenance' or group_root is null)
  )`,
  `create index notice_newest on notice (group_root, created_at desc, oid)`,
  `create index notice_open on notice (until_at) where ended_at is null`,

  `create table notice_put_away (
    notice_oid uuid not null references notice (oid) on delete cascade,
    member_oid uuid not null references member (oid) on delete cascade,
    at timestamptz not null default now(),
    primary key (notice_oid, member_oid)
  )`,
  `create index notice_put_away_member on notice_put_away (member_oid)`,

  // When the instance backs itself up. One row, or none before anybody set it.
  `create table backup_plan (
    single boolean primary key default true check (single),
    enabled boolean not null,
    hour int not null,
    time_zone text not null,
    keep int not null,
    -- whose work the backups are listed with: the operators' organisation
    group_root uuid not null references organisation (oid),
    -- the last due moment for which a backup was begun; of several servers one moves it
    due_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
