import { sql, type Kysely } from 'kysely';

const statements = [
  // What devices sent and could not be used, counted by reason: who installs a dock has to see what it says wrong.
  `create table unusable_message (
    dock_oid uuid not null,
    reason text not null,
    -- the property, else the kind of message
    what text not null,
    count bigint not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    sample text,
    primary key (dock_oid, reason, what)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
