import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

const statements = [
  `create table order_target (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    state text not null check (state in ('unassigned', 'toBeClaimed', 'inProcess', 'rejected')),
    severity text not null check (severity in ('low', 'medium', 'high')),
    hours double precision not null,
    days text not null,
    from_hour integer not null,
    to_hour integer not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    check (from_hour >= 0 and from_hour < to_hour and to_hour <= 24 and hours > 0)
  )`,
  `create unique index order_target_one on order_target (group_oid, state, severity)`,
  `create index order_target_root on order_target (group_root, created_at desc, oid)`,
  `alter table work_order
    add column severity text not null default 'medium' check (severity in ('low', 'medium', 'high')),
    -- When it is late as it stands, and when it is late twice over; null: there is no target for it.
    add column due_at timestamptz,
    add column due_twice_at timestamptz,
    -- Since when it stands so, and of what the moments were worked out: of another they are worked out again.
    add column due_since timestamptz,
    add column due_basis text`,
  `create index work_order_open on work_order (due_at, oid)
    where state in ('unassigned', 'toBeClaimed', 'inProcess', 'rejected')`,
  // One row for each time that an order became late in a state, or late twice over.
  `create table work_order_escalation (
    oid uuid primary key,
    order_oid uuid not null references work_order (oid) on delete cascade,
    since timestamptz not null,
    level smallint not null check (level in (1, 2)),
    state text not null,
    due_at timestamptz not null,
    at timestamptz not null,
    notified_at timestamptz,
    unique (order_oid, since, state, level)
  )`,
  `create index work_order_escalation_waits on work_order_escalation (at) where notified_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
