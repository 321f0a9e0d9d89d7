import { sql, type Kysely } from 'kysely';

/** The release before looks for no photo by its place. */
export const additive = true;

const statements = [
  // Photos of one place at other dates are found without reading the rest.
  `create index media_view on media (group_root, lat, lng) where kind = 'photo' and deleted_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
