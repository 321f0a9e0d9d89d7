import { sql, type Kysely } from 'kysely';

/** The release before goes on renewing the claim of each dock by itself. */
export const additive = true;

const statements = [
  // Until when this instance keeps all of its claims; null: it renews each by itself, as the release before does.
  `alter table instance add column claims_until timestamptz`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
