import { sql, type Kysely } from 'kysely';

const statements = [
  // What DJI Pilot 2 was given for a session. Only hashes are kept; a credential is worth nothing without its session.
  `create table pilot_credential (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('calls', 'socket', 'file')),
    session_oid uuid not null references session (oid) on delete cascade,
    -- The controller on which the page was opened.
    dock_oid uuid not null references dock (oid) on delete cascade,
    -- Of the purpose file.
    route_oid uuid references route (oid) on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index pilot_credential_expiry on pilot_credential (expires_at)`,
  `create index pilot_credential_session on pilot_credential (session_oid)`,

  // Uploads of a pilot end with the session; those of docks have none.
  `alter table storage_credential add column session_oid uuid references session (oid) on delete cascade`,

  // By which a controller asks what is here already.
  `alter table media add column fingerprint text, add column tiny_fingerprint text`,
  `create index media_fingerprint on media (group_root, fingerprint) where fingerprint is not null`,
  `create index media_tiny_fingerprint on media (group_root, tiny_fingerprint) where tiny_fingerprint is not null`,

  `create table route_favourite (
    member_oid uuid not null references member (oid) on delete cascade,
    route_oid uuid not null references route (oid) on delete cascade,
    primary key (member_oid, route_oid)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
