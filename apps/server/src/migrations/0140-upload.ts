import { sql, type Kysely } from 'kysely';

const statements = [
  // A large file on its way in parts. How it stands is here alone, so that every server takes the next part.
  `create table upload (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    member_oid uuid not null references member (oid),
    purpose text not null check (purpose in ('media', 'orthophoto')),
    name text not null,
    size bigint not null check (size > 0),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    -- A server puts it together until then, unless it says so again.
    joined_until timestamptz,
    stored_oid uuid,
    created_at timestamptz not null,
    touched_at timestamptz not null,
    unique (member_oid, purpose, hash)
  )`,
  `create index upload_touched on upload (touched_at)`,
  `create index upload_of_organisation on upload (group_root) where stored_oid is null`,

  // A part is noted before its bytes are stored, so that none lies in the store that nobody knows of.
  `create table upload_part (
    upload_oid uuid not null references upload (oid) on delete cascade,
    start bigint not null check (start >= 0),
    length integer not null check (length > 0),
    sha256 text not null,
    object_key text not null,
    received boolean not null default false,
    primary key (upload_oid, start)
  )`,

  `alter table media add column hash text, add column created_by uuid references member (oid)`,
  `create index media_hash on media (group_root, hash) where hash is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
