import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table task_occurrence
    -- Until when a run may begin that found its dock busy; null: within the usual time after it is due.
    add column wait_until timestamptz,
    -- It is to fly from another dock, and no flight is arranged there yet.
    add column seeks_dock boolean not null default false,
    -- The dock that it flies from instead of the one of its task.
    add column other_dock_oid uuid references dock (oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
