import { sql, type Kysely } from 'kysely';

/** The release before starts each part by a person's order, and knows of no turns. */
export const additive = true;

const statements = [
  // In whose name the parts of an arrangement begin by themselves; null: a person starts each.
  `alter table flight_series add column starts_by uuid references member (oid), add column starts_since timestamptz
    constraint flight_series_starts check ((starts_by is null) = (starts_since is null))`,
  // The turn of a flight in its arrangement, from when the part before it was over: one row a flight.
  `create table flight_turn (
    flight_oid uuid primary key references flight (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    -- waits: looked at again; ordered: its start was ordered under start_key; held: a person decides; over: it began or is gone.
    state text not null check (state in ('waits', 'ordered', 'held', 'over')),
    start_key uuid check (state <> 'ordered' or start_key is not null),
    -- The landing, or the decision to let parts begin by themselves, of which it was found so.
    since timestamptz not null,
    looked_at timestamptz,
    reason text check (state <> 'held' or reason is not null),
    reason_values jsonb,
    -- People were notified that it is held.
    notified boolean not null default false
  )`,
  `create index flight_turn_open on flight_turn (state) where state <> 'over'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
