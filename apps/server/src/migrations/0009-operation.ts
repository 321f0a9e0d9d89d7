import { sql, type Kysely } from 'kysely';

const statements = [
  // The audit log is read newest first: as a whole, by member, by dock, by kind of deed.
  `create index audit_log_time on audit_log (group_root, at desc, chain_seq desc)`,
  `create index audit_log_member on audit_log (group_root, member_oid, at desc, chain_seq desc)
    where member_oid is not null`,
  `create index audit_log_dock_time on audit_log (group_root, dock_oid, at desc, chain_seq desc)
    where dock_oid is not null`,
  `create index audit_log_action on audit_log (group_root, action collate "C", at desc, chain_seq desc)`,

  // Long work in the background. The queue says who does it next; this row is what people see of it.
  `create table work (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    -- who asked for it; null: the instance by itself
    owner_oid uuid references member (oid),
    kind text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    -- 0 to 1
    progress real not null default 0,
    step text,
    request jsonb not null default '{}',
    result jsonb,
    error text,
    attempts int not null default 0,
    -- the server that does it
    instance_id text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz,
    updated_at timestamptz not null default now()
  )`,
  `create index work_created on work (group_root, created_at desc, oid)`,
  `create index work_open on work (state, created_at) where state in ('queued', 'running')`,

  // The queue keeps its own tables here and changes them by itself.
  `create schema if not exists pgboss`,

  // What each server measured last of itself and of the parts it uses. Overwritten every few seconds.
  `create table health_measure (
    instance_id text not null,
    part text not null,
    state text not null,
    figures jsonb not null,
    reason text,
    measured_at timestamptz not null,
    primary key (instance_id, part)
  ) with (fillfactor = 70)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
