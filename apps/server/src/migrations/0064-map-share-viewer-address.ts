import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // From where a page looks, so that none takes the places of all others.
  await sql`alter table map_share_viewer add column address text not null default ''`.execute(db);
};
