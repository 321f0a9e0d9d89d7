import { sql, type Kysely } from 'kysely';

const statements = [
  `create table layer (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    type smallint not null,
    role text not null default 'layer',
    source text not null,
    parent_oid uuid references layer (oid),
    -- Lower lies lower on the map.
    position integer not null,
    visible boolean not null default true,
    opacity double precision not null default 1,
    attribution text not null default '',
    height_offset double precision not null default 0,
    datum text not null default 'wgs84',
    encoding text not null default 'terrarium',
    -- Degrees: west, south, east, north.
    bounds jsonb,
    min_zoom smallint not null default 0,
    max_zoom smallint not null default 19,
    address text,
    key_header text not null default '',
    -- Sealed, as base64.
    access_key text,
    object_key text,
    size bigint not null default 0,
    deleteable boolean not null default true,
    failure text,
    state_at timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create index layer_group on layer (group_oid)`,
  `create index layer_parent on layer (parent_oid) where parent_oid is not null`,
  `create index layer_position on layer (group_root, position, oid) include (group_oid)`,
  `create index layer_created on layer (group_root, created_at desc, oid) include (group_oid)`,
  `create index layer_name on layer (group_root, name, oid) include (group_oid)`,
  `create table layer_file (
    layer_oid uuid not null references layer (oid) on delete cascade,
    -- z/x/y of a tile, else a number: 0 is the root.
    path text not null,
    start bigint not null,
    length integer not null,
    content_type text not null,
    primary key (layer_oid, path)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
