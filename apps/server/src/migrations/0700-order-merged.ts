import { sql, type Kysely } from 'kysely';

/** The release before takes an order that was merged for one that was ignored, and restores it without letting go of the other. */
export const additive = true;

const statements = [
  // The order with which it is worked on; it says something only while the order is ignored.
  `alter table work_order add column merged_into uuid references work_order (oid) on delete set null`,
  `create index work_order_merged_into on work_order (merged_into) where merged_into is not null`,
  // By its name: the log stays as it was, also where that order is gone.
  `alter table work_order_move add column other_name text`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
