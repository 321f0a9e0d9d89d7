import { sql, type Kysely } from 'kysely';

/** The release before arranges and starts flights one by one, and leaves series as they are. */
export const additive = true;

const statements = [
  // Several flights that were arranged together.
  `create table flight_series (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    -- inOrder: each begins when the one before is done; atOnce: they share the air.
    flown text not null check (flown in ('inOrder', 'atOnce')),
    -- Between two beginnings of flights that share the air.
    gap_seconds integer not null check (gap_seconds between 0 and 3600),
    size smallint not null check (size between 2 and 12),
    made_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `alter table flight
    add column series_oid uuid references flight_series (oid),
    -- From 1; a part that is flown again has the place of the one that failed.
    add column series_place smallint constraint flight_series_place check ((series_oid is null) = (series_place is null))`,
  `create index flight_of_series on flight (series_oid) where series_oid is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
