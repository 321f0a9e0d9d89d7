import { sql, type Kysely } from 'kysely';

/** The release before deletes no record of a flight that was flown, and shows no holds. */
export const additive = true;

const statements = [
  `alter table flight
    -- Under legal hold since then.
    add column held_at timestamptz,
    add column held_by uuid references member (oid),
    add column held_reason text not null default '',
    -- Deleted by the rules then; what is left counts for its aircraft.
    add column retired_at timestamptz`,
  `create index flight_age on flight (group_root, (coalesce(end_time, created_at)))
    where state = 'over' and deleted_at is null`,
  `create index flight_retired on flight (retired_at) where retired_at is not null and object_key is not null`,
  `create table flight_retention (
    group_root uuid primary key references organisation (oid),
    unflown_days integer,
    arranged_days integer,
    timed_days integer,
    by_hand_days integer,
    set_at timestamptz not null,
    version integer not null
  )`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, 'flight:keep' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
