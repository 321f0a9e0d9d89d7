import { sql, type Kysely } from 'kysely';

export const additive = true;

const statements = [
  // Cockpits of a display, which has no role. Whoever has any may change nothing.
  `alter table member add column display_pages text[] not null default '{}'`,
  `create table display (
    oid uuid primary key,
    -- SHA-256 of both; a code is kept until somebody confirms it, the key for good
    code_hash bytea unique,
    key_hash bytea not null unique,
    address text not null,
    begun_at timestamptz not null,
    expires_at timestamptz not null,
    -- null until it is confirmed
    group_root uuid references organisation (oid),
    group_oid uuid references department (oid),
    member_oid uuid references member (oid),
    name text not null default '',
    page text,
    paired_by uuid references member (oid),
    paired_at timestamptz,
    last_seen_at timestamptz,
    last_address text,
    check ((member_oid is null) = (group_root is null))
  )`,
  `create index display_root on display (group_root, paired_at desc, oid)`,
  `create index display_waiting on display (address) where member_oid is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
