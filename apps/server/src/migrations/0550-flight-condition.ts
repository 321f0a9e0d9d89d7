import { sql, type Kysely } from 'kysely';

/** The release before starts runs of such tasks when they are due, as it knows of no condition. */
export const additive = true;

const statements = [
  `create table flight_condition (
    flight_oid uuid primary key references flight (oid) on delete cascade,
    -- Charge of the aircraft, %.
    battery integer not null,
    -- Free storage, MB; null: none is asked for.
    storage integer,
    begins_at timestamptz not null,
    ends_at timestamptz not null,
    -- The order by which the dock was last asked to take its task, and when.
    prepare_oid uuid,
    prepare_at timestamptz,
    -- When the dock had taken it, and when it reported that it is ready.
    prepared_at timestamptz,
    ready_at timestamptz,
    -- The order by which it was last taken back, and when.
    undo_oid uuid,
    undo_at timestamptz,
    -- Nothing of it lies at the dock any more, or its flight has begun.
    closed_at timestamptz
  )`,
  'create index flight_condition_open on flight_condition (flight_oid) where closed_at is null',
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
