import { sql, type Kysely } from 'kysely';

const statements = [
  // One upload of the log files of one module of a dock. How it stands is here alone, so that every server finds it.
  `create table dock_log (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    dock_oid uuid not null references dock (oid),
    command_oid uuid not null,
    module text not null check (module in ('dock', 'drone')),
    object_key text not null unique,
    state text not null check (state in ('notUploaded', 'uploading', 'uploaded', 'cancelled', 'failed')),
    percent smallint check (percent between 0 and 100),
    step text,
    size bigint,
    boot_indexes integer[] not null,
    start_time timestamptz,
    end_time timestamptz,
    fault text,
    code integer,
    -- The dock says that it is done; what it stored has not been looked at yet.
    said_done boolean not null default false,
    asked_by uuid not null references member (oid),
    created_at timestamptz not null,
    heard_at timestamptz,
    changed_at timestamptz not null,
    deleted_at timestamptz,
    -- What may have been stored of it is removed.
    cleared boolean not null default false,
    unique (command_oid, module)
  )`,
  `create unique index dock_log_open on dock_log (dock_oid, module)
    where state in ('notUploaded', 'uploading')`,
  `create index dock_log_of_dock on dock_log (dock_oid, created_at desc, oid) where deleted_at is null`,
  `create index dock_log_to_clear on dock_log (changed_at)
    where not cleared and (deleted_at is not null or state in ('cancelled', 'failed'))`,

  // What a dock answered to one order to list them.
  `create table dock_log_listing (
    command_oid uuid primary key,
    dock_oid uuid not null references dock (oid) on delete cascade,
    listed_at timestamptz not null,
    modules jsonb not null
  )`,
  `create index dock_log_listing_of_dock on dock_log_listing (dock_oid, listed_at desc)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
