import { sql, type Kysely } from 'kysely';

/** The release before knows none of these tables. */
export const additive = true;

const statements = [
  // One version of a model that an organisation brought.
  `create table detector_model (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    model_version text not null,
    manifest jsonb not null,
    file_name text not null,
    object_key text not null,
    size bigint not null,
    hash text not null,
    state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
    fault text,
    detail text not null default '',
    claimed_until timestamptz,
    claims integer not null default 0,
    -- Tasks of flights that were made since then are looked at; null: it is switched off.
    on_since timestamptz,
    on_by uuid references member (oid),
    tried_at timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    unique (group_root, name, model_version)
  )`,
  `create index detector_model_list on detector_model (group_root, created_at desc, oid) include (group_oid)`,
  `create index detector_model_waiting on detector_model (created_at) where state = 'waiting'`,
  `create index detector_model_on on detector_model (oid) where on_since is not null`,
  // A look of a model at the photos of a task of a flight, or a trial.
  `create table detector_model_run (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    model_oid uuid not null references detector_model (oid) on delete cascade,
    task_oid uuid references detection_task (oid) on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'failed')),
    fault text,
    detail text not null default '',
    claim uuid,
    claimed_until timestamptz,
    claims integer not null default 0,
    detection_oid uuid references detection (oid) on delete set null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    ended_at timestamptz,
    unique (model_oid, task_oid)
  )`,
  `create index detector_model_run_open on detector_model_run (created_at, oid) where state in ('waiting', 'taken')`,
  `create index detector_model_run_list on detector_model_run (model_oid, created_at desc, oid)`,
  `create index detector_model_run_task on detector_model_run (task_oid)`,
  `create index detector_model_run_detection on detector_model_run (detection_oid) where detection_oid is not null`,
  // What a model saw on one photo.
  `create table detector_model_picture (
    run_oid uuid not null references detector_model_run (oid) on delete cascade,
    media_oid uuid not null references media (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
    fault text,
    width integer,
    height integer,
    took integer,
    boxes jsonb not null default '[]',
    primary key (run_oid, media_oid)
  )`,
  `create index detector_model_picture_media on detector_model_picture (media_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
