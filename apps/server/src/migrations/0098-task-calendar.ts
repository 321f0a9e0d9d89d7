import { sql, type Kysely } from 'kysely';

const statements = [
  // What a schedule says of the weeks to come, for whoever looks ahead. Nothing flies by it.
  `create table task_ahead (
    task_oid uuid not null references task (oid),
    wall_time text not null,
    time_zone text not null,
    due_at timestamptz not null,
    primary key (task_oid, wall_time)
  )`,
  `create index task_ahead_due on task_ahead (due_at)`,
  `alter table task add column ahead_to timestamptz`,
  `create index task_to_reckon on task (ahead_to nulls first)
    where schedule_rule is not null and not paused and not schedule_over and deleted_at is null`,
  // When it was looked at last whether something stands in its way.
  `alter table task_occurrence add column looked_at timestamptz`,
  `create index task_occurrence_due on task_occurrence (due_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
