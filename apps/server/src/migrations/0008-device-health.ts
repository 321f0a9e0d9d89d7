import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table device_health
    add column drone_oid uuid,
    -- the flight that was in the air when it was raised
    add column flight_oid uuid,
    add column noted_by uuid references member (oid),
    add column noted_at timestamptz,
    -- a hidden row is out of every list and stays
    add column hidden_at timestamptz,
    -- whose list names it: each list clears what it raised itself, also of the other device
    add column heard_on text not null default 'dock' check (heard_on in ('dock', 'drone', 'driver'))`,
  `update device_health set heard_on = device where device = 'drone'`,
  `drop index device_health_open`,
  `create unique index device_health_open on device_health (dock_oid, heard_on, device, code)
    where cleared_at is null`,
  `drop index device_health_time`,
  `create index device_health_time on device_health (group_root, first_at desc, oid desc) where hidden_at is null`,
  `create index device_health_dock on device_health (dock_oid, first_at desc, oid desc) where hidden_at is null`,
  `create index device_health_code on device_health (group_root, lower(code), first_at desc, oid desc)
    where hidden_at is null`,
  `create index device_health_unhandled on device_health (group_root, first_at desc, oid desc)
    where hidden_at is null and note is null`,
  `create index device_health_now on device_health (group_root, first_at desc, oid desc)
    where hidden_at is null and cleared_at is null`,
  `create index device_health_old on device_health (last_at) where cleared_at is not null`,

  // What did not work: refused and unanswered commands, flights and jobs that ended badly, routes that were left.
  `create table device_exception (
    oid uuid primary key,
    group_root uuid not null,
    group_oid uuid not null,
    dock_oid uuid not null references dock (oid) on delete cascade,
    drone_oid uuid,
    flight_oid uuid,
    command_oid uuid,
    at timestamptz not null,
    -- which table of codes the code is of
    family text not null check (family in ('error', 'break', 'outcome')),
    code text not null,
    source text not null check (source in ('command', 'flight', 'job', 'video', 'driver')),
    method text,
    level int not null,
    module int,
    in_the_sky boolean not null,
    detail jsonb not null default '{}',
    note text,
    noted_by uuid references member (oid),
    noted_at timestamptz,
    hidden_at timestamptz
  )`,
  `create index device_exception_time on device_exception (group_root, at desc, oid desc) where hidden_at is null`,
  `create index device_exception_dock on device_exception (dock_oid, at desc, oid desc) where hidden_at is null`,
  `create index device_exception_flight on device_exception (flight_oid) where flight_oid is not null`,
  `create index device_exception_code on device_exception (group_root, lower(code), at desc, oid desc)
    where hidden_at is null`,
  `create index device_exception_unhandled on device_exception (group_root, at desc, oid desc)
    where hidden_at is null and note is null`,
  `create index device_exception_old on device_exception (at)`,

  // What devices sent and were sent, apart from measured values. Rows are many, written once, and soon deleted.
  `create table device_message (
    oid uuid primary key,
    group_root uuid not null,
    group_oid uuid not null,
    dock_oid uuid not null references dock (oid) on delete cascade,
    drone_oid uuid,
    flight_oid uuid,
    device text not null check (device in ('dock', 'drone')),
    direction text not null check (direction in ('up', 'down')),
    kind text not null,
    method text,
    tid text,
    bid text,
    need_reply boolean not null default false,
    result int,
    -- of the first message, in bytes
    size int not null,
    payload text,
    cut boolean not null default false,
    -- how often the same was said from \`at\` to \`last_at\`
    repeats int not null default 1,
    at timestamptz not null,
    last_at timestamptz not null
  )`,
  `create index device_message_time on device_message (group_root, at desc, oid desc)`,
  `create index device_message_dock on device_message (dock_oid, at desc, oid desc)`,
  `create index device_message_method on device_message (group_root, method, at desc, oid desc)`,
  `create index device_message_flight on device_message (flight_oid) where flight_oid is not null`,
  `create index device_message_tid on device_message (tid) where tid is not null`,
  `create index device_message_old on device_message (at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
