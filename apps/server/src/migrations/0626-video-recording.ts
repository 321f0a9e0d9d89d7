import { sql, type Kysely } from 'kysely';

/** The release before records no live pictures. */
export const additive = true;

const statements = [
  // A live picture that a server stores, and what becomes of it.
  `create table video_recording (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    dock_oid uuid not null references dock (oid),
    video_id text not null,
    stream text not null,
    state text not null default 'running' check (state in ('running', 'finishing', 'done', 'failed')),
    -- The server began it with a flight, in the name of whoever flies that.
    automatic boolean not null default false,
    flight_oid uuid,
    started_by uuid not null references member (oid),
    created_at timestamptz not null,
    stop_asked_at timestamptz,
    ended_at timestamptz,
    end_reason text,
    -- When its first frame was sent.
    first_frame_at timestamptz,
    -- Of the last frame that is stored, ms since the first.
    last_at integer not null default -1,
    bytes bigint not null default 0,
    -- The server that has it, and until when nobody else may.
    claimed_by text,
    claimed_until timestamptz,
    attempts integer not null default 0
  )`,
  // One stream is recorded once.
  `create unique index video_recording_running on video_recording (stream) where state = 'running'`,
  `create index video_recording_open on video_recording (created_at) where state in ('running', 'finishing')`,
  `create index video_recording_dock on video_recording (dock_oid, created_at)`,
  `create index video_recording_stream on video_recording (stream, created_at)`,
  `create index video_recording_root on video_recording (group_root) where state = 'running'`,
  `create table video_recording_part (
    recording_oid uuid not null references video_recording (oid) on delete cascade,
    -- Of its first frame, ms since that of the recording.
    first_at integer not null,
    object_key text not null unique,
    size integer not null,
    primary key (recording_oid, first_at)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
