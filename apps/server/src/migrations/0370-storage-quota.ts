import { sql, type Kysely } from 'kysely';

/** What is there already works with it and without it. */
export const additive = true;

const statements = [
  // How many bytes of files a department and those below it may have.
  `create table storage_quota (
    group_oid uuid primary key references department (oid),
    group_root uuid not null references organisation (oid),
    bytes bigint check (bytes > 0),
    version integer not null
  )`,
  `create index storage_quota_root on storage_quota (group_root)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
