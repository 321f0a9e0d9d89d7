import { sql, type Kysely } from 'kysely';

const statements = [
  // Marks of the files of servers elsewhere by which routes and flights were judged.
  `create table layer_content (
    layer_oid uuid not null references layer (oid) on delete cascade,
    file text not null,
    mark text not null,
    primary key (layer_oid, file)
  )`,
  // How often a file of it was found to be another one.
  `alter table layer add column content_changes int not null default 0`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
