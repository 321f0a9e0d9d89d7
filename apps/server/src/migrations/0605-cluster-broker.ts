import { sql, type Kysely } from 'kysely';

/** The release before does not know this table. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The broker of all servers on this database.
  await sql`create table cluster_broker (
    only_one boolean primary key default true check (only_one),
    id uuid not null,
    embedded boolean not null,
    address text not null,
    set_at timestamptz not null default now()
  )`.execute(db);
};
