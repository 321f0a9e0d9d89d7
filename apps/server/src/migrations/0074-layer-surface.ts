import { sql, type Kysely } from 'kysely';

const statements = [
  // A model stands in the way of aircraft unless somebody says that it does not.
  `update layer set role = 'surface' where role = 'layer' and type = 4 and source in ('tileset', 'tilesetUrl')`,
  `alter table layer add constraint layer_role check (role in ('layer', 'basemap', 'terrain', 'surface'))`,
  `create index layer_surface on layer (group_root) where role = 'surface'`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
