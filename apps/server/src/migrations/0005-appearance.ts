import { sql, type Kysely } from 'kysely';

const statements = [
  // Every change of a look is a row; the highest version is in force. `screen`: the application for large displays.
  `create table appearance (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    kind text not null check (kind in ('console', 'screen')),
    version int not null,
    look jsonb not null,
    origin text not null,
    member_oid uuid references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create unique index appearance_version on appearance (group_root, kind, version desc)`,

  // Ids are random and long: whoever has one may see the picture, as the sign-in page shows it to everybody.
  `create table appearance_image (
    id text primary key,
    group_root uuid not null references organisation (oid),
    object_key text not null,
    content_type text not null,
    size int not null,
    created_at timestamptz not null default now()
  )`,
  `create index appearance_image_root on appearance_image (group_root, created_at desc)`,

  `create table map_tiles (
    id text primary key,
    group_root uuid not null references organisation (oid),
    object_key text not null,
    size bigint not null,
    level_min smallint not null,
    level_max smallint not null,
    created_at timestamptz not null default now()
  )`,
  `create index map_tiles_root on map_tiles (group_root, created_at desc)`,
  // Where each tile lies in the one object that holds them all.
  `create table map_tile (
    tiles_id text not null references map_tiles (id) on delete cascade,
    z smallint not null,
    x int not null,
    y int not null,
    start bigint not null,
    length int not null,
    content_type text not null,
    primary key (tiles_id, z, x, y)
  )`,

  // Until now the look stood among the decisions of the organisation.
  `insert into appearance (oid, group_root, kind, version, look, origin)
    select gen_random_uuid(), oid, 'console', 1, policy -> 'appearance', 'moved'
    from organisation where jsonb_typeof(policy -> 'appearance') = 'object'`,
  `update organisation set policy = policy - 'appearance' where policy ? 'appearance'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
