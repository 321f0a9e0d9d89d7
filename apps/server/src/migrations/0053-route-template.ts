import { sql, type Kysely } from 'kysely';

const statements = [
  `create table route_template (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    type text not null,
    remark text not null default '',
    -- Whether the plan has places, or settings and actions alone.
    placed boolean not null,
    plan jsonb not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index route_template_group on route_template (group_oid, created_at, oid) where deleted_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
