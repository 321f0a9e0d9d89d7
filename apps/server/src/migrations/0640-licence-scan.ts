import { sql, type Kysely } from 'kysely';

/** The release before keeps no scans; a licence that it deletes takes its scan out of the list. */
export const additive = true;

const statements = [
  `create table member_licence_scan (
    -- One of each licence: another one takes its place.
    licence_oid uuid primary key references member_licence (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    content_type text not null,
    size int not null,
    object_key text not null unique,
    created_by uuid not null references member (oid),
    created_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
