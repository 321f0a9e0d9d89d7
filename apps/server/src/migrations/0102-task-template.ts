import { sql, type Kysely } from 'kysely';

const statements = [
  // What a task is begun with. Nothing flies by it.
  `create table task_template (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    remark text not null default '',
    -- Null: flights of it are started by hand.
    schedule_rule text,
    arrangement jsonb not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index task_template_group on task_template (group_oid, created_at, oid) where deleted_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
