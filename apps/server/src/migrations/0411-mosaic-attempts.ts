import { sql, type Kysely } from 'kysely';

/** The release before tries a map again every two minutes, and knows of no count. */
export const additive = true;

const statements = [
  // How often drawing failed of late: fewer photos are drawn at once, and later.
  `alter table layer_mosaic add column attempts smallint not null default 0`,
  // What a quota is held against is summed from the index alone.
  `create index media_size_of_group on media (group_root, group_oid) include (size)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
