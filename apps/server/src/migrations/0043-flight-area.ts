import { sql, type Kysely } from 'kysely';

const statements = [
  // Docks whose custom flight areas are ours. Without a row an aircraft keeps what it has.
  `create table flight_area_dock (
    dock_oid uuid primary key references dock (oid),
    group_root uuid not null references organisation (oid),
    state text not null,
    -- Somebody confirmed that all areas are erased.
    erases boolean not null default false,
    -- In whose name the dock is told.
    member_oid uuid not null references member (oid),
    -- The last file: of it are its name, SHA-256 and size.
    object_key text,
    file_name text,
    checksum text,
    size int,
    areas int,
    reason int,
    wanted_at timestamptz not null,
    sent_at timestamptz,
    changed_at timestamptz not null
  )`,
  `create index flight_area_waiting on flight_area_dock (state) where state in ('pending', 'synchronising')`,
  `create index flight_area_root on flight_area_dock (group_root)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
