import { sql, type Kysely } from 'kysely';

const statements = [
  // A flight by hand of which a route is to be made. The row goes when the recording ends.
  `create table route_recording (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null references member (oid),
    drone_oid uuid not null unique,
    name text not null,
    started_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
