import { sql, type Kysely } from 'kysely';

const statements = [
  // What moves without flying; aircraft have drone_telemetry.
  `create table device_track (
    device_oid uuid not null,
    at timestamptz not null,
    lng double precision not null,
    lat double precision not null,
    height double precision,
    speed_h real,
    head real,
    percent real,
    primary key (device_oid, at)
  )`,
  `create index device_track_at on device_track using brin (at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
