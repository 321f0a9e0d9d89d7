import { sql, type Kysely } from 'kysely';

const statements = [
  `create table work_order (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    class text not null,
    remark text not null default '',
    state text not null default 'unassigned'
      check (state in ('unassigned', 'ignored', 'toBeClaimed', 'inProcess', 'done', 'rejected')),
    -- A finding has one order, however often it is affirmed.
    outcome_oid uuid unique references detection_outcome (oid),
    media_oid uuid references media (oid) on delete set null,
    flight_oid uuid references flight (oid) on delete set null,
    lng double precision,
    lat double precision,
    assignee_oid uuid references member (oid),
    assignee_group_oid uuid references department (oid),
    claimed_by uuid references member (oid),
    claimed_at timestamptz,
    completed_at timestamptz,
    result text not null default '',
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create index work_order_group on work_order (group_oid, state)`,
  `create index work_order_created on work_order (group_root, created_at desc, oid) include (group_oid)`,
  `create index work_order_assignee on work_order (assignee_oid) where assignee_oid is not null`,

  // The processing log: written with each move, never changed.
  `create table work_order_move (
    oid uuid primary key,
    order_oid uuid not null references work_order (oid) on delete cascade,
    member_oid uuid not null references member (oid),
    at timestamptz not null,
    move text not null,
    from_state text,
    to_state text not null,
    reason text not null default '',
    assignee_oid uuid references member (oid),
    assignee_group_oid uuid references department (oid),
    media_oids uuid[] not null default '{}'
  )`,
  `create index work_order_move_order on work_order_move (order_oid, at, oid)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Whoever else is to have them is decided by people.
  for (const right of ['/AlarmWorksheet', '/WarnWorkDetails', 'work-order:assign', 'work-order:work'])
    await sql`insert into role_resource (role_oid, resource)
      select oid, ${right} from role where first_key = 'administrator' on conflict do nothing`.execute(db);
};
