import { sql, type Kysely } from 'kysely';

const statements = [
  // Every dock that is known already belongs to its organisation.
  `alter table dock add column bound_at timestamptz default now()`,
  `update dock set bound_at = created_at`,
  // The last time that a dock came to a step of its way in, and how it went.
  `create table dock_connection (
    dock_oid uuid not null,
    step text not null,
    outcome text not null,
    fault text,
    at timestamptz not null,
    protocol smallint,
    code integer,
    -- seconds
    clock_offset real,
    primary key (dock_oid, step)
  )`,
  // One code of a dock is valid at a time; only its hash is kept.
  `create table binding_code (
    dock_oid uuid primary key,
    code_hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
