import { sql, type Kysely } from 'kysely';

const statements = [
  // Packages of a manufacturer, of a whole organisation.
  `create table firmware_package (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    model text not null,
    firmware text not null,
    notes text not null,
    file_name text not null,
    size bigint not null check (size > 0),
    md5 text not null,
    sum_compared boolean not null,
    object_key text not null unique,
    retired boolean not null default false,
    created_by uuid references member (oid),
    created_at timestamptz not null,
    unique (group_root, model, firmware)
  )`,
  `create index firmware_package_of_organisation on firmware_package (group_root, model, created_at desc, oid)`,

  // The upgrade of one device. How it stands is here alone, so that every server finds it.
  `create table firmware_upgrade (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    dock_oid uuid not null references dock (oid),
    command_oid uuid not null,
    device text not null check (device in ('dock', 'drone')),
    sn text not null,
    type smallint not null check (type in (2, 3)),
    package_oid uuid references firmware_package (oid) on delete set null,
    version_before text,
    target text check ((type = 3) = (target is not null)),
    version_after text,
    state text not null check (state in ('ordered', 'upgrading', 'checking', 'done', 'failed')),
    percent smallint check (percent between 0 and 100),
    step text,
    fault text,
    code integer,
    asked_by uuid not null references member (oid),
    created_at timestamptz not null,
    heard_at timestamptz,
    -- When the dock said that it is done; whether it is, its own report decides.
    said_at timestamptz,
    changed_at timestamptz not null,
    unique (command_oid, device)
  )`,
  `create unique index firmware_upgrade_open on firmware_upgrade (dock_oid, device)
    where state in ('ordered', 'upgrading', 'checking')`,
  `create index firmware_upgrade_of_dock on firmware_upgrade (dock_oid, created_at desc, oid)`,
  `create index firmware_upgrade_of_package on firmware_upgrade (package_oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
