import { sql, type Kysely } from 'kysely';

const statements = [
  // Whoever flies opens a connection with it, at whichever server: it is good once, and known to nobody else.
  `create table drc_code (
    code_hash bytea primary key,
    dock_oid uuid not null references dock (oid) on delete cascade,
    session_oid uuid not null references session (oid) on delete cascade,
    tab_id text not null,
    expires_at timestamptz not null
  )`,

  // The second account of a dock, for the topics of sticks alone. There is none while nobody flies it by hand.
  `create table drc_account (
    dock_oid uuid primary key references dock (oid) on delete cascade,
    secret_hash bytea not null,
    expires_at timestamptz not null
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
