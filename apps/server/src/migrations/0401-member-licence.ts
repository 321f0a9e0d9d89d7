import { sql, type Kysely } from 'kysely';

/** The release before keeps no licences and judges none. */
export const additive = true;

const statements = [
  `create table member_licence (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null references member (oid),
    kind text not null check (kind in ('visual', 'beyond', 'instructor', 'national', 'other')),
    number text not null,
    -- The last moment of it; null: it does not end.
    valid_until timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create index member_licence_of on member_licence (member_oid, created_at desc)`,
  `create index member_licence_until on member_licence (valid_until) where valid_until is not null`,
  `create table member_licence_reminder (
    licence_oid uuid not null references member_licence (oid) on delete cascade,
    days int not null,
    at timestamptz not null,
    primary key (licence_oid, days)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
