import { sql, type Kysely } from 'kysely';

/** The release before goes on counting sessions, and this one beside it. */
export const additive = true;

const statements = [
  // Windows of a session that look at a picture: one that closes leaves the picture to the others.
  `create table video_tab (
    dock_oid uuid not null references dock (oid) on delete cascade,
    video_id text not null,
    session_oid uuid not null references session (oid) on delete cascade,
    -- Empty: of a viewer that names no window.
    tab_id text not null,
    seen_at timestamptz not null,
    primary key (dock_oid, video_id, session_oid, tab_id)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
