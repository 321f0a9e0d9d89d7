import { sql, type Kysely } from 'kysely';

const statements = [
  // A mark of a member for that member alone.
  `create table task_favourite (
    member_oid uuid not null references member (oid) on delete cascade,
    task_oid uuid not null references task (oid) on delete cascade,
    primary key (member_oid, task_oid)
  )`,
  `create index task_favourite_task on task_favourite (task_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
