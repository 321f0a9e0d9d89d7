import { sql, type Kysely } from 'kysely';

/** The release before does not know this table. */
export const additive = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // What an outside broker that asks the server was last allowed for each account: compared with what holds now, it says
  // whose connection has to end. It outlives its dock, for a connection may.
  await sql`create table broker_admission (
    name text primary key,
    dock_oid uuid not null,
    secret_hash bytea not null,
    relay boolean not null,
    open boolean not null,
    drone_sns text[] not null,
    admitted_at timestamptz not null
  )`.execute(db);
};
