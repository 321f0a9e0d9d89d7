import { sql, type Kysely } from 'kysely';

/** The release before looks at no live pictures, and takes runs of all kinds for runs over files. */
export const additive = true;

const statements = [
  `alter table detection add column kind text not null default 'files' check (kind in ('files', 'live'))`,
  // A live picture of a flight at which models look, frame after frame.
  `create table detector_model_live (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    flight_oid uuid not null references flight (oid) on delete cascade,
    dock_oid uuid not null references dock (oid),
    video_id text not null,
    stream text not null,
    state text not null default 'running' check (state in ('running', 'over')),
    -- Names and versions of the models that looked last.
    models text[] not null default '{}',
    frames integer not null default 0,
    findings integer not null default 0,
    photos integer not null default 0,
    -- Of the last frame that was looked at: none is looked at twice.
    frame_hash text,
    last_at timestamptz,
    fault text,
    -- When it is due; one server at a time has it until then.
    next_at timestamptz not null,
    claim uuid,
    created_at timestamptz not null,
    ended_at timestamptz,
    unique (flight_oid, stream)
  )`,
  `create index detector_model_live_due on detector_model_live (next_at, oid) where state = 'running'`,
  `create index detector_model_live_dock on detector_model_live (dock_oid, created_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
