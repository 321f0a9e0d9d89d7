import { sql, type Kysely } from 'kysely';

const statements = [
  // Of a flight that a person arranged, or of a timed task with all its flights.
  `create table flight_approval (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    task_oid uuid references task (oid),
    flight_oid uuid references flight (oid),
    state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
    asked_by uuid not null references member (oid),
    asked_at timestamptz not null default now(),
    decided_by uuid references member (oid),
    decided_at timestamptz,
    reason text not null default '',
    -- Checksums of what was approved, by its parts.
    parts jsonb,
    notified_at timestamptz,
    check ((task_oid is null) <> (flight_oid is null)),
    check (state <> 'approved' or (parts is not null and decided_by is not null and decided_by <> asked_by))
  )`,
  `create index flight_approval_of_task on flight_approval (task_oid, asked_at desc) where task_oid is not null`,
  `create index flight_approval_of_flight on flight_approval (flight_oid, asked_at desc)
    where flight_oid is not null`,
  `create unique index flight_approval_task_waits on flight_approval (task_oid) where state = 'waiting'`,
  `create unique index flight_approval_flight_waits on flight_approval (flight_oid) where state = 'waiting'`,
  `create index flight_approval_listed on flight_approval (group_root, asked_at desc, oid desc)`,
  `create index flight_approval_to_notify on flight_approval (asked_at)
    where notified_at is null and state <> 'withdrawn'`,
  // The approval under which a flight began: its record keeps it, whatever is approved later.
  `alter table flight add column approval_oid uuid references flight_approval (oid)`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, 'flight:approve' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
