import { sql, type Kysely } from 'kysely';

/** The release before knows of no outside engine. */
export const additive = true;

const statements = [
  // What an outside engine is asked to make of the photos of a flight.
  `create table layer_photogrammetry (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    flight_oid uuid not null references flight (oid) on delete cascade,
    asked_by uuid not null references member (oid),
    name text not null,
    media_oids uuid[] not null,
    photo_bytes bigint not null,
    -- The engine knows the task by it. Ours, and here before the engine is asked for anything: asked twice, it has one task.
    engine_uuid uuid not null,
    state text not null default 'waiting',
    -- The engine takes photos; how many it has; and when it was asked to begin with them.
    opened boolean not null default false,
    sent integer not null default 0,
    begun_at timestamptz,
    percent real not null default 0,
    log text[] not null default '{}',
    log_line integer not null default 0,
    failure text,
    detail text not null default '',
    -- Failures in a row; how often all photos were sent; how often the result was fetched.
    failures integer not null default 0,
    sendings integer not null default 0,
    fetches integer not null default 0,
    -- Tasks that the engine may still hold.
    left_uuids uuid[] not null default '{}',
    -- A server is at it until then.
    claim uuid,
    until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create unique index layer_photogrammetry_open on layer_photogrammetry (flight_oid)
    where state in ('waiting', 'sending', 'running', 'fetching')`,
  `create index layer_photogrammetry_flight on layer_photogrammetry (flight_oid)`,
  `create index layer_photogrammetry_list on layer_photogrammetry (group_root, created_at desc)`,
  `create index layer_photogrammetry_due on layer_photogrammetry (until)
    where state in ('waiting', 'sending', 'running', 'fetching') or left_uuids <> '{}'`,
  // What was asked for, and the layer that it became.
  `create table layer_photogrammetry_output (
    task_oid uuid not null references layer_photogrammetry (oid) on delete cascade,
    output text not null,
    layer_oid uuid references layer (oid) on delete set null,
    made boolean not null default false,
    failure text,
    failure_values jsonb not null default '{}',
    primary key (task_oid, output)
  )`,
  `create index layer_photogrammetry_output_layer on layer_photogrammetry_output (layer_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
