import { sql, type Kysely } from 'kysely';

const statements = [
  // Runs that do not come as their schedule says, each named by its wall time as by RECURRENCE-ID.
  `create table task_exception (
    task_oid uuid not null references task (oid),
    wall_time text not null,
    -- Null: the run does not come.
    moved_to text,
    reason text not null default '',
    made_by uuid not null references member (oid),
    made_at timestamptz not null,
    primary key (task_oid, wall_time)
  )`,
  `alter table task_occurrence add column moved_to text`,
  `alter table task_ahead add column moved_to text`,
  // The task whose later runs this one took over.
  `alter table task add column follows uuid references task (oid)`,
  `create index task_follows on task (follows) where follows is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
