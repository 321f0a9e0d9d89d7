import { sql, type Kysely } from 'kysely';

const statements = [
  // That people let a flight, or a run of a task, begin against a rule of the verdict.
  `create table gate_waiver (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    flight_oid uuid references flight (oid) on delete cascade,
    task_oid uuid references task (oid) on delete cascade,
    wall_time text,
    item text not null,
    -- What was found then: nothing else is waived.
    verdict text not null,
    found_reason text,
    found_value jsonb,
    reason text not null,
    until timestamptz not null,
    asked_by uuid not null references member (oid),
    asked_at timestamptz not null,
    confirmed_by uuid references member (oid),
    confirmed_at timestamptz,
    ended_by uuid references member (oid),
    ended_at timestamptz,
    constraint gate_waiver_of_one check
      ((flight_oid is null) = (task_oid is not null) and (task_oid is null) = (wall_time is null)),
    constraint gate_waiver_by_two check (confirmed_by is distinct from asked_by)
  )`,
  `create index gate_waiver_of_flight on gate_waiver (flight_oid) where flight_oid is not null`,
  `create index gate_waiver_of_run on gate_waiver (task_oid, wall_time) where task_oid is not null`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, resource from role, unnest(array['flight:waive', 'flight:overrule']) resource
    where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
