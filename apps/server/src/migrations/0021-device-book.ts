import { sql, type Kysely } from 'kysely';

const statements = [
  `create table device (
    oid uuid primary key,
    kind text not null check (kind in ('battery', 'gimbal', 'remoteController', 'robot')),
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    sn text not null,
    vendor text not null default 'DJI',
    model text,
    firmware text,
    type text,
    manufactured_at timestamptz,
    maintenance text not null default 'none',
    -- Heard of by itself and accepted by nobody yet.
    found boolean not null default false,
    retired_at timestamptz,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  // Of one organisation: that a serial number is known elsewhere must not show.
  `create unique index device_sn on device (group_root, kind, sn) where deleted_at is null`,
  `create index device_group on device (group_oid) where deleted_at is null`,
  `create index device_name on device (group_root, kind, name, oid) include (group_oid) where deleted_at is null`,
  `create index device_created on device (group_root, kind, created_at desc, oid) include (group_oid)
    where deleted_at is null`,
  `create index device_found on device (group_root) where found and deleted_at is null`,
  `create index device_words on device using gin (word_parts(name, sn))`,

  `alter table drone
    add column vendor text not null default 'DJI',
    add column stated_model text,
    add column firmware text,
    add column manufactured_at timestamptz,
    add column purchased_at timestamptz,
    add column insurance_company text,
    add column policy_number text,
    add column insurance_until timestamptz,
    add column maintenance text not null default 'none',
    add column found boolean not null default false,
    -- A dock named it: it is more than what somebody typed.
    add column heard boolean not null default false,
    add column retired_at timestamptz`,
  `update drone set heard = true`,
  // An aircraft of another organisation that only somebody typed must not keep its owner's dock from naming it.
  `drop index drone_sn`,
  `create unique index drone_sn on drone (group_root, sn) where deleted_at is null`,
  // Of those behind docks there is one: two docks that name it at once cannot both have it.
  `create unique index drone_bound on drone (sn) where dock_oid is not null and deleted_at is null`,
  `create index drone_serial on drone (sn) where deleted_at is null`,
  `create index drone_name on drone (group_root, name, oid) include (group_oid) where deleted_at is null`,
  `create index drone_created on drone (group_root, created_at desc, oid) include (group_oid) where deleted_at is null`,
  `create index drone_words on drone using gin (word_parts(name, sn))`,

  // What a device said of itself last, apart from its record: written often, and by nobody's hand.
  `create table device_report (
    device_oid uuid primary key,
    dock_oid uuid,
    -- The aircraft that carries it, and where in it.
    drone_oid uuid,
    slot text,
    model text,
    firmware text,
    seen_at timestamptz not null,
    percent real,
    cycles int,
    voltage real,
    temperature real,
    stored_days int,
    flights int,
    flight_time double precision,
    distance double precision
  ) with (fillfactor = 70)`,
  `create index device_report_drone on device_report (drone_oid) where drone_oid is not null`,

  // What keeps an aircraft from being deleted is asked by the aircraft.
  `create index flight_drone on flight (drone_oid) where drone_oid is not null`,

  `create table device_event (
    id bigint generated always as identity primary key,
    device_oid uuid not null,
    at timestamptz not null,
    event text not null,
    by_oid uuid references member (oid),
    from_text text,
    to_text text,
    remark text
  )`,
  `create index device_event_device on device_event (device_oid, at desc, id desc)`,

  `insert into role_resource (role_oid, resource)
    select oid, resource from role
    cross join unnest(array['/UAVAdmin', '/PTZAdmin', '/BatteryAdmin', '/DaJiHandle', '/RobotAdmin', 'device:edit']) resource
    where first_key = 'administrator'
    on conflict do nothing`,
  ...['device', 'drone'].map((table) => `analyze ${table}`),
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
