import { sql, type Kysely } from 'kysely';

const statements = [
  // The newest orders of an organisation, without reading those of every dock.
  `create index command_listed on command (group_root, created_at desc, oid desc)`,
  // Runs of one outcome are rare among the others.
  `create index task_occurrence_state on task_occurrence (state, due_at desc)`,
  // Whoever else is to have it is decided by people.
  `insert into role_resource (role_oid, resource)
    select oid, '/asyncTable' from role where first_key = 'administrator' on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
