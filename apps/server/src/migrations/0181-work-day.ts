import { sql, type Kysely } from 'kysely';

const statements = [
  `create table work_day (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    day text not null check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    kind text not null check (kind in ('holiday', 'makeUp')),
    name text not null default '',
    created_at timestamptz not null default now(),
    constraint work_day_taken unique (group_root, day)
  )`,
  // Organisations whose tasks are to be planned anew, with how often their calendar was changed since.
  `create table work_day_change (
    group_root uuid primary key references organisation (oid),
    changes int not null default 1
  )`,
  `create index task_by_work_day on task (group_root)
    where schedule_rule like '%X-EYRIE-DAYS:%' and deleted_at is null`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, 'task:days' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
