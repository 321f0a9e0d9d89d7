import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table task
    add column schedule_rule text,
    add column arrangement jsonb,
    -- In whose name its flights begin: who decided last when and what it flies.
    add column arranged_by uuid references member (oid),
    add column pause_reason text not null default '',
    -- Runs up to here are planned already, or never will be. Null: from the moment when they are planned.
    add column planned_to timestamptz,
    add column schedule_over boolean not null default false,
    add constraint task_timed check ((schedule_rule is null) = (arrangement is null)
      and (schedule_rule is null) = (arranged_by is null)
      and (schedule_rule is null or type <> 'manual'))`,
  `create index task_to_plan on task (oid)
    where schedule_rule is not null and not paused and not schedule_over and deleted_at is null`,

  // One row a run, whatever becomes of it.
  `create table task_occurrence (
    oid uuid primary key,
    task_oid uuid not null references task (oid),
    wall_time text not null,
    time_zone text not null,
    due_at timestamptz not null,
    -- What stands in its way, as long as it is planned; what became of it, after.
    state text not null default 'planned'
      check (state in ('planned', 'launching', 'launched', 'missed', 'skipped', 'cancelled')),
    reason text,
    reason_values jsonb,
    flight_oid uuid unique references flight (oid),
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    unique (task_oid, wall_time),
    check ((state = 'planned') = (decided_at is null))
  )`,
  // What was launched long ago is looked at by nobody.
  `create index task_occurrence_open on task_occurrence (due_at) where state in ('planned', 'launching')`,
  // Of one task not more than one is to come.
  `create unique index task_occurrence_next on task_occurrence (task_oid) where state = 'planned'`,
  `create index task_occurrence_listed on task_occurrence (task_oid, due_at desc)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
