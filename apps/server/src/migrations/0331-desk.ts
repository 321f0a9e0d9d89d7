import { sql, type Kysely } from 'kysely';

/** The release before knows nothing of it. */
export const additive = true;

const statements = [
  // Open monitors: a row lives as long as its page says so, and no longer than its session.
  `create table desk_watch (
    session_oid uuid not null references session (oid) on delete cascade,
    tab_id text not null,
    dock_oid uuid not null references dock (oid) on delete cascade,
    since timestamptz not null,
    seen_at timestamptz not null,
    primary key (session_oid, tab_id, dock_oid)
  )`,
  `create index desk_watch_dock on desk_watch (dock_oid)`,
  `create index desk_watch_seen on desk_watch (seen_at)`,
  // Written once; only who took it over, and when, is added, and that once.
  `create table desk_note (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    note text not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    acknowledged_by uuid references member (oid),
    acknowledged_at timestamptz,
    check ((acknowledged_by is null) = (acknowledged_at is null)),
    check (acknowledged_by <> created_by)
  )`,
  `create index desk_note_open on desk_note (group_root, created_at, oid) where acknowledged_at is null`,
  `create index desk_note_past on desk_note (group_root, acknowledged_at desc, oid) where acknowledged_at is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
