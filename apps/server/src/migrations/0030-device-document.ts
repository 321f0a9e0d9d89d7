import { sql, type Kysely } from 'kysely';

const statements = [
  `create table device_document (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    -- A dock, an aircraft or another device: they stand in tables of their own.
    device_oid uuid not null,
    device_kind text not null
      check (device_kind in ('dock', 'drone', 'battery', 'gimbal', 'remoteController', 'robot')),
    kind text not null check (kind in ('policy', 'paper', 'maintenance', 'other')),
    name text not null,
    remark text,
    content_type text not null,
    size int not null,
    object_key text not null unique,
    valid_until timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null
  )`,
  `create index device_document_device on device_document (device_oid, created_at desc, oid desc)`,
  `create index device_document_until on device_document (valid_until) where valid_until is not null`,
  `create table device_document_reminder (
    document_oid uuid not null references device_document (oid) on delete cascade,
    days int not null,
    at timestamptz not null,
    primary key (document_oid, days)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
