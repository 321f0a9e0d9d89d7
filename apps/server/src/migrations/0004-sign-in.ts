import { sql, type Kysely } from 'kysely';

const statements = [
  // What the sign-in found due. It holds for the session and not for the member: who is flying is not interrupted.
  `alter table session
    add column must_change boolean not null default false,
    add column must_set_up boolean not null default false`,
  `create index session_live on session (last_used_at desc, oid) where ended_at is null`,
  // What a code was made for, beside its purpose.
  `alter table one_time_code add column facts jsonb not null default '{}'`,

  // Other systems keep the private half: what stands here cannot sign anybody in.
  `create table integration_key (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    name text not null,
    public_key jsonb not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index integration_key_root on integration_key (group_root, created_at desc)`,
  `create table spent_login_info (
    key_oid uuid not null references integration_key (oid) on delete cascade,
    mark text not null,
    expires_at timestamptz not null,
    primary key (key_oid, mark)
  )`,
  `create index spent_login_info_expiry on spent_login_info (expires_at)`,

  `create table openid_provider (
    group_root uuid primary key references organisation (oid),
    enabled boolean not null,
    name text not null,
    issuer text not null,
    client_id text not null,
    -- sealed
    client_secret bytea,
    account_claim text not null
  )`,
  // Sign-ins that have gone to a provider and not come back.
  `create table openid_start (
    state_hash bytea primary key,
    group_root uuid not null references openid_provider (group_root) on delete cascade,
    browser_hash bytea not null,
    verifier text not null,
    nonce text not null,
    page text,
    expires_at timestamptz not null
  )`,
  `create index openid_start_expiry on openid_start (expires_at)`,

  `create table authenticator (
    member_oid uuid primary key references member (oid) on delete cascade,
    -- sealed
    secret bytea not null,
    begun_at timestamptz not null,
    confirmed_at timestamptz,
    -- the step of the last code that was taken: no code is taken twice
    last_step bigint not null default 0
  )`,
  `create table recovery_code (
    member_oid uuid not null references member (oid) on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (member_oid, code_hash)
  )`,

  // Calls of an address in the minute that runs. Lost in a crash of the database, which costs one minute.
  `create unlogged table address_call (
    subject text primary key,
    calls int not null,
    window_started_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
