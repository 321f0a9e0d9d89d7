import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one: it asks nothing of the wind. */
export const additive = true;

const statements = [
  // Its oid is the key of the order to come home, so that there is one.
  `create table wind_abort (
    oid uuid primary key,
    group_root uuid not null,
    flight_oid uuid not null references flight (oid),
    dock_oid uuid not null references dock (oid),
    state text not null check (state in ('asked', 'ordered', 'goOn', 'over')),
    -- m/s, and how long it was above, s.
    wind double precision not null,
    wind_limit double precision not null,
    seconds double precision not null,
    made_at timestamptz not null,
    -- Until when an answer counts; null: nobody was on duty.
    answer_until timestamptz,
    answered_by uuid references member (oid),
    reason text not null default '',
    decided_at timestamptz,
    -- The state that people were notified of.
    notified text not null default '',
    check ((state = 'asked') = (decided_at is null))
  )`,
  // A flight is asked about one thing at a time, and called home once.
  `create unique index wind_abort_once on wind_abort (flight_oid) where state in ('asked', 'ordered')`,
  `create index wind_abort_flight on wind_abort (flight_oid, made_at)`,
  `create index wind_abort_open on wind_abort (made_at) where state = 'asked' or state <> notified`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
