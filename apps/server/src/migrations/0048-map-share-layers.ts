import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table map_share add column layer_oids uuid[] not null default '{}'`.execute(db);
};
