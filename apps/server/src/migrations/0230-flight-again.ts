import { sql, type Kysely } from 'kysely';

const statements = [
  // A route that was made to see a finding again. Flights of that route are flights to it.
  `create table flight_again (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    order_oid uuid references work_order (oid) on delete cascade,
    outcome_oid uuid references detection_outcome (oid) on delete cascade,
    media_oid uuid not null references media (oid) on delete cascade,
    route_oid uuid not null references route (oid),
    dock_oid uuid not null references dock (oid),
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    check (order_oid is not null or outcome_oid is not null)
  )`,
  `create index flight_again_order on flight_again (order_oid) where order_oid is not null`,
  `create index flight_again_outcome on flight_again (outcome_oid) where outcome_oid is not null`,
  `create index flight_again_media on flight_again (media_oid)`,
  `create index flight_again_route on flight_again (route_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
