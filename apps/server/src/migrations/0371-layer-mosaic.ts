import { sql, type Kysely } from 'kysely';

/** What is there already works with it and without it. */
export const additive = true;

const statements = [
  // A map that is made of the photos of one flight while they arrive.
  `create table layer_mosaic (
    flight_oid uuid primary key references flight (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    -- Null: it is not made yet, or, where it was made, people have deleted it.
    layer_oid uuid references layer (oid) on delete set null,
    made boolean not null default false,
    -- Why there is none.
    failure text,
    -- Of its finest tiles.
    zoom integer,
    -- A server lays photos on it until then.
    until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index layer_mosaic_list on layer_mosaic (group_root, created_at desc)`,
  `create index layer_mosaic_layer on layer_mosaic (layer_oid)`,
  // A photo that lies on it, or why it does not.
  `create table layer_mosaic_photo (
    media_oid uuid primary key references media (oid) on delete cascade,
    flight_oid uuid not null references layer_mosaic (flight_oid) on delete cascade,
    thumbnail_key text not null,
    eye jsonb,
    west double precision,
    south double precision,
    east double precision,
    north double precision,
    fault text
  )`,
  `create index layer_mosaic_photo_flight on layer_mosaic_photo (flight_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
