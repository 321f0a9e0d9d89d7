import { sql, type Kysely } from 'kysely';

/** The release before notifies by itself what it decides, and leaves these as they are. */
export const additive = true;

const statements = [
  // Missed, and whoever arranges tasks there is yet to be notified.
  'alter table task_occurrence add column to_notify boolean not null default false',
  'create index task_occurrence_to_notify on task_occurrence (task_oid) where to_notify',
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
