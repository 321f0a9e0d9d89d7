import { sql, type Kysely } from 'kysely';

const statements = [
  `create table access_token (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    -- as whom it acts: a person, or the service account that was made for it
    member_oid uuid not null references member (oid),
    kind text not null check (kind in ('personal', 'service')),
    name text not null,
    -- SHA-256 of it; the token itself is kept nowhere
    token_hash bytea not null unique,
    hint text not null,
    access text not null check (access in ('read', 'calls')),
    calls text[] not null,
    permissions text[] not null,
    per_minute int not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    last_address text,
    -- calls of the minute in which it was used last, counted here because every server counts them
    used_minute bigint not null default 0,
    used_count int not null default 0
  ) with (fillfactor = 60)`,
  `create index access_token_member on access_token (member_oid)`,
  `create index access_token_root on access_token (group_root, created_at desc, oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
