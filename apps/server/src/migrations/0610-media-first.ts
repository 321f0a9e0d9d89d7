import { sql, type Kysely } from 'kysely';

/** The release before does not know this table. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Whose files a dock uploads first, by its own word.
  await sql`create table media_first (
    dock_oid uuid primary key references dock (oid) on delete cascade,
    flight_oid uuid not null references flight (oid) on delete cascade,
    said_at timestamptz not null
  )`.execute(db);
  await sql`create index media_first_flight on media_first (flight_oid)`.execute(db);
};
