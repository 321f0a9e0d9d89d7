import { sql, type Kysely } from 'kysely';

const statements = [
  `create table organisation (
    oid uuid primary key,
    name text not null,
    first boolean not null default false,
    time_zone text not null default 'Asia/Shanghai',
    policy jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create unique index organisation_first on organisation (first) where first`,

  `create table department (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    parent_oid uuid references department (oid),
    name text not null,
    type text not null default 'department' check (type in ('department', 'leaderCockpit', 'userCockpit')),
    -- oids from the root down, for "this department and below" by one index
    path uuid[] not null,
    created_at timestamptz not null default now()
  )`,
  `create index department_path on department using gin (path)`,
  `create index department_root on department (group_root)`,

  `create table member (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    account text not null,
    name text not null,
    phone text,
    password_hash text not null,
    must_change boolean not null default false,
    enabled boolean not null default true,
    -- a service account fills the demo; people cannot sign in with it from a browser
    service boolean not null default false,
    created_at timestamptz not null default now(),
    password_changed_at timestamptz not null default now()
  )`,
  `create unique index member_account on member (lower(account))`,
  `create index member_group on member (group_oid)`,

  `create table role (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    parent_oid uuid references role (oid),
    name text not null,
    type text not null check (type in ('group', 'menu', 'inspection')),
    first_key text,
    created_at timestamptz not null default now()
  )`,
  `create index role_root on role (group_root)`,
  `create table role_resource (
    role_oid uuid not null references role (oid) on delete cascade,
    resource text not null,
    primary key (role_oid, resource)
  )`,
  `create table member_role (
    member_oid uuid not null references member (oid) on delete cascade,
    role_oid uuid not null references role (oid),
    primary key (member_oid, role_oid)
  )`,
  `create index member_role_role on member_role (role_oid)`,

  `create table session (
    oid uuid primary key,
    token_hash bytea not null unique,
    member_oid uuid not null references member (oid) on delete cascade,
    remembered boolean not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    address text,
    user_agent text
  )`,
  `create index session_member on session (member_oid) where ended_at is null`,
  `create index session_address on session (member_oid, address)`,
  `create index session_ended on session (ended_at) where ended_at is not null`,

  `create table one_time_code (
    code_hash bytea primary key,
    purpose text not null,
    member_oid uuid not null references member (oid) on delete cascade,
    expires_at timestamptz not null,
    spent_at timestamptz
  )`,
  `create table captcha (
    oid uuid primary key,
    answer_hash bytea not null,
    expires_at timestamptz not null
  )`,
  `create table login_failure (
    -- 'account:…' or 'address:…'
    subject text primary key,
    failures int not null,
    window_started_at timestamptz not null
  )`,
  `create table live_credential (
    client_id text primary key,
    session_oid uuid not null references session (oid) on delete cascade,
    password_hash bytea not null,
    expires_at timestamptz not null
  )`,
  `create index live_credential_expiry on live_credential (expires_at)`,

  `create table dock (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    sn text not null,
    model text not null,
    vendor text not null check (vendor in ('DJI', 'own')),
    secret_hash bytea not null,
    wind_limit double precision not null default 12,
    firmware text,
    insurance_company text,
    policy_number text,
    insurance_until timestamptz,
    maintenance text not null default 'none' check (maintenance in ('none', 'awaiting', 'under')),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create unique index dock_sn on dock (sn) where deleted_at is null`,
  `create index dock_group on dock (group_oid) where deleted_at is null`,
  `create index dock_created on dock (group_root, created_at desc, oid) where deleted_at is null`,

  `create table drone (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    sn text not null,
    model text not null,
    dock_oid uuid references dock (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create unique index drone_sn on drone (sn) where deleted_at is null`,
  `create index drone_dock on drone (dock_oid) where deleted_at is null`,
  `create index drone_group on drone (group_oid) where deleted_at is null`,

  // What the gateway last knew of a dock and its aircraft. One row a dock, overwritten.
  `create table dock_snapshot (
    dock_oid uuid primary key references dock (oid) on delete cascade,
    online boolean not null,
    work_state text,
    lng double precision,
    lat double precision,
    height double precision,
    last_seen_at timestamptz,
    drone_online boolean not null default false,
    drone_airborne boolean not null default false,
    dock_values jsonb not null default '{}',
    drone_values jsonb not null default '{}',
    drone_last_seen_at timestamptz,
    live_capacity jsonb,
    written_at timestamptz not null default now()
  ) with (fillfactor = 70)`,

  `create table drone_telemetry (
    drone_oid uuid not null,
    at timestamptz not null,
    flight_oid uuid,
    lng double precision,
    lat double precision,
    height double precision,
    elevation double precision,
    speed_h real,
    speed_v real,
    head real,
    percent real,
    mode_code smallint,
    payload jsonb,
    primary key (drone_oid, at)
  )`,
  `create index drone_telemetry_flight on drone_telemetry (flight_oid, at) where flight_oid is not null`,
  `create index drone_telemetry_at on drone_telemetry using brin (at)`,
  `create table dock_telemetry (
    dock_oid uuid not null,
    at timestamptz not null,
    payload jsonb not null,
    primary key (dock_oid, at)
  )`,
  `create index dock_telemetry_at on dock_telemetry using brin (at)`,

  `create table route (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    type text not null,
    creation_method text not null,
    object_key text not null,
    checksum text not null,
    waypoint_count int not null,
    length double precision not null,
    duration double precision not null,
    speed double precision not null,
    height_mode text not null,
    max_height double precision not null,
    take_off_security_height double precision not null,
    finish_action text not null,
    drone_model text,
    warnings jsonb not null,
    waypoints jsonb not null,
    remark text not null default '',
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index route_group on route (group_oid) where deleted_at is null`,
  `create index route_created on route (group_root, created_at desc, oid) include (group_oid) where deleted_at is null`,

  `create table task (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    type text not null check (type in ('manual', 'single', 'repeat')),
    paused boolean not null default false,
    remark text not null default '',
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index task_group on task (group_oid) where deleted_at is null`,
  `create index task_created on task (group_root, created_at desc, oid) include (group_oid) where deleted_at is null`,

  `create table flight (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    task_oid uuid not null references task (oid),
    route_oid uuid not null references route (oid),
    dock_oid uuid not null references dock (oid),
    drone_oid uuid references drone (oid),
    state text not null default 'created' check (state in ('created', 'inFlight', 'over')),
    outcome text check (outcome in ('done', 'partly', 'failed', 'cancelled', 'missed')),
    outcome_reason text,
    paused boolean not null default false,
    route_checksum text not null,
    waypoint_count int not null,
    return_altitude int not null,
    lost_action text not null check (lost_action in ('return', 'continue')),
    clarity text not null,
    executor_oid uuid not null references member (oid),
    gate jsonb,
    object_key text,
    file_md5 text,
    percent real,
    step int,
    mission_state int,
    current_waypoint int,
    break_point jsonb,
    distance double precision not null default 0,
    duration double precision not null default 0,
    media_expected int,
    progress_at timestamptz,
    confirmed_at timestamptz,
    created_at timestamptz not null default now(),
    start_time timestamptz,
    end_time timestamptz,
    deleted_at timestamptz
  )`,
  // The lock that keeps a second flight off a dock.
  `create unique index flight_one_a_dock on flight (dock_oid) where state = 'inFlight'`,
  `create index flight_group on flight (group_oid) where deleted_at is null`,
  `create index flight_created on flight (group_root, created_at desc, oid) where deleted_at is null`,
  `create index flight_task on flight (task_oid)`,
  `create index flight_route on flight (route_oid) where state <> 'over'`,
  `create index flight_dock on flight (dock_oid, created_at desc)`,
  `create index flight_open on flight (state) where state <> 'over'`,
  `create index flight_start on flight (group_root, start_time) where start_time is not null`,

  `create table media (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    dock_oid uuid references dock (oid),
    flight_oid uuid references flight (oid),
    object_key text not null unique,
    name text not null,
    kind text not null check (kind in ('photo', 'video', 'other')),
    size bigint not null,
    lng double precision,
    lat double precision,
    absolute_altitude double precision,
    relative_altitude double precision,
    gimbal_yaw double precision,
    shot_at timestamptz,
    metadata jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create index media_flight on media (flight_oid, shot_at)`,
  `create index media_created on media (group_root, created_at desc, oid)`,
  `create table storage_credential (
    access_key_id text primary key,
    secret text not null,
    session_token text not null,
    dock_oid uuid not null references dock (oid) on delete cascade,
    bucket text not null,
    prefix text not null,
    expires_at timestamptz not null
  )`,

  `create table command (
    oid uuid primary key,
    group_root uuid not null,
    dock_oid uuid not null references dock (oid),
    flight_oid uuid references flight (oid),
    method text not null,
    idempotency_key text not null,
    arguments jsonb not null,
    arguments_hash bytea not null,
    issued_by uuid not null references member (oid),
    session_oid uuid,
    lease_epoch bigint,
    nonce_hash bytea,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    -- waits for the gateway that owns the dock
    state text not null,
    tid uuid,
    bid text,
    ack_code int,
    reason text,
    detail text,
    history jsonb not null default '[]',
    sent_at timestamptz,
    updated_at timestamptz not null default now(),
    created_at timestamptz not null default now()
  )`,
  `create unique index command_key on command (issued_by, dock_oid, idempotency_key)`,
  `create unique index command_tid on command (tid) where tid is not null`,
  `create index command_dock on command (dock_oid, created_at desc, oid)`,
  `create index command_flight on command (flight_oid, created_at desc) where flight_oid is not null`,
  `create index command_open on command (dock_oid) where state in ('drafted', 'authorised', 'sent', 'accepted', 'in_progress', 'unknown', 'accepted_late')`,

  `create table control_lease (
    dock_oid uuid not null references dock (oid) on delete cascade,
    control text not null check (control in ('flight', 'payload')),
    epoch bigint not null default 0,
    holder_oid uuid references member (oid),
    session_oid uuid,
    tab_id text,
    expires_at timestamptz not null default now(),
    asker_oid uuid references member (oid),
    asker_session_oid uuid,
    asker_tab_id text,
    asker_until timestamptz,
    -- a person held it when it ran out in the air: told once
    lost_told boolean not null default true,
    primary key (dock_oid, control)
  )`,
  `create index control_lease_session on control_lease (session_oid) where session_oid is not null`,
  `create table challenge (
    nonce_hash bytea primary key,
    member_oid uuid not null references member (oid) on delete cascade,
    dock_oid uuid not null references dock (oid) on delete cascade,
    method text not null,
    expires_at timestamptz not null
  )`,
  `create index challenge_expiry on challenge (expires_at)`,

  // Which gateway speaks for a dock. fence rises with every change of owner.
  `create table gateway_claim (
    dock_oid uuid primary key references dock (oid) on delete cascade,
    instance_id text not null,
    fence bigint not null,
    expires_at timestamptz not null
  )`,
  `create index gateway_claim_instance on gateway_claim (instance_id)`,
  `create table instance (
    instance_id text primary key,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    processes text[] not null
  )`,

  `create table video_viewer (
    dock_oid uuid not null references dock (oid) on delete cascade,
    video_id text not null,
    session_oid uuid not null references session (oid) on delete cascade,
    seen_at timestamptz not null,
    primary key (dock_oid, video_id, session_oid)
  )`,

  `create table device_health (
    oid uuid primary key,
    group_root uuid not null,
    group_oid uuid not null,
    dock_oid uuid not null references dock (oid) on delete cascade,
    device text not null,
    code text not null,
    level int not null,
    module int,
    in_the_sky boolean not null,
    args jsonb not null default '{}',
    first_at timestamptz not null,
    last_at timestamptz not null,
    cleared_at timestamptz,
    note text
  )`,
  `create unique index device_health_open on device_health (dock_oid, device, code) where cleared_at is null`,
  `create index device_health_time on device_health (group_root, first_at desc)`,

  `create table server_secret (
    name text primary key,
    value text not null
  )`,

  `create table audit_log (
    seq bigint generated always as identity primary key,
    group_root uuid,
    -- place in the chain of its organisation, from 1 without gaps; rows without an organisation form one chain
    chain_seq bigint not null,
    at timestamptz not null,
    member_oid uuid,
    session_oid uuid,
    address text,
    dock_oid uuid,
    action text not null,
    outcome text not null,
    code int,
    lease_epoch bigint,
    detail jsonb not null default '{}',
    correlation_id text,
    previous_hash bytea not null,
    hash bytea not null
  )`,
  `create unique index audit_log_chain on audit_log (group_root, chain_seq) nulls not distinct`,
  `create index audit_log_dock on audit_log (dock_oid, seq desc) where dock_oid is not null`,
  // The end of each chain. Its row is the lock that puts the writers of one organisation in a line.
  `create table audit_head (
    group_root uuid primary key,
    previous_hash bytea not null,
    hash bytea not null,
    seq bigint not null
  )`,
  // Append only, whoever asks through the product's connection.
  `create function refuse_change() returns trigger language plpgsql as
    'begin raise exception ''audit_log is append only''; end'`,
  `create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_change()`,
  `create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function refuse_change()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
