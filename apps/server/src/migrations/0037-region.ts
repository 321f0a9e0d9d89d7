import { sql, type Kysely } from 'kysely';

const statements = [
  `create table region (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    -- GeoJSON, longitude first.
    geometry jsonb not null,
    color text not null,
    on_ground boolean not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create index region_group on region (group_oid, created_at, oid)`,
  `insert into role_resource (role_oid, resource)
    select oid, 'region:edit' from role where first_key = 'administrator'
    on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
