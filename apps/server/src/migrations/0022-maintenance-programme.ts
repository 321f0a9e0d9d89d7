import { sql, type Kysely } from 'kysely';

const statements = [
  `create table maintenance_programme (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    name text not null,
    kind text not null,
    -- empty: every model of the kind
    model text not null default '',
    warn_percent int not null default 90,
    days int,
    flights int,
    hours int,
    kilometres int,
    cycles int,
    total_cycles int,
    stored_days int,
    temperature int,
    remark text not null default '',
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create index maintenance_programme_created on maintenance_programme (group_root, created_at desc, oid)
    where deleted_at is null`,

  // What a device had used when it was maintained last: what its programmes count begins there.
  `create table device_upkeep (
    device_oid uuid primary key,
    done_at timestamptz not null,
    flights int,
    flight_time double precision,
    distance double precision,
    cycles int
  )`,

  // Each end of an insurance is reminded of once at each distance.
  `create table device_reminder (
    device_oid uuid not null,
    until timestamptz not null,
    days int not null,
    at timestamptz not null,
    primary key (device_oid, until, days)
  )`,
  `create index dock_insured_until on dock (insurance_until) where insurance_until is not null and deleted_at is null`,
  `create index drone_insured_until on drone (insurance_until) where insurance_until is not null and deleted_at is null`,

  // A new item of the pre-flight check warns until an organisation decides otherwise.
  ...['gateNotCheckedWarns', 'gateFailedWarns'].map(
    (
      name,
    ) => `update organisation set policy = jsonb_set(policy, '{${name}}', policy -> '${name}' || '["airworthy"]')
      where jsonb_typeof(policy -> '${name}') = 'array' and not policy -> '${name}' ? 'airworthy'`,
  ),

  `insert into role_resource (role_oid, resource)
    select oid, resource from role
    cross join unnest(array['/MaintenanceProgramme', 'maintenance-programme:edit']) resource
    where first_key = 'administrator'
    on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
