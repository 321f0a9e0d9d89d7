import { sql, type Kysely } from 'kysely';

const statements = [
  // What a person saw on a new picture of the same view. Reopened: nobody has yet.
  `alter table work_order
    add column verification text check (verification in ('repaired', 'notRepaired', 'notVisible'))`,
  `alter table work_order_move
    add column verification text check (verification in ('repaired', 'notRepaired', 'notVisible'))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
