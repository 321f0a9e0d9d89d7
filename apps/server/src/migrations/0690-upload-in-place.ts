import { sql, type Kysely } from 'kysely';

/** The release before stores its parts as objects, and takes no part that lies in place for one of its own. */
export const additive = true;

const statements = [
  // SHA-256 of each block of a part that lies at its place in the growing file, one after the other; null: an object.
  `alter table upload_part add column blocks bytea, add column crc32 bigint`,
  // A part gave way to another one: whoever was writing it may still be doing so.
  `alter table upload add column contested boolean not null default false`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
