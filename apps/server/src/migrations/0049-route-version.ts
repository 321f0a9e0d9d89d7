import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table route add column number int not null default 1`,
  `create table route_version (
    route_oid uuid not null references route (oid) on delete cascade,
    number int not null,
    -- Null: as the file says.
    plan jsonb,
    -- The imported file, whose elements that no plan knows are written back.
    origin_key text,
    object_key text not null,
    checksum text not null,
    -- What is known of the file.
    facts jsonb not null,
    summary jsonb not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    primary key (route_oid, number)
  )`,
  `create index route_version_checksum on route_version (route_oid, checksum)`,
  // Every route so far was imported, and is the first version of itself.
  `insert into route_version (route_oid, number, plan, origin_key, object_key, checksum, facts, summary,
      created_by, created_at)
    select oid, 1, null, object_key, object_key, checksum, jsonb_build_object(
      'type', type, 'creationMethod', creation_method, 'waypointCount', waypoint_count, 'length', length,
      'duration', duration, 'speed', speed, 'heightMode', height_mode, 'maxHeight', max_height,
      'takeOffSecurityHeight', take_off_security_height, 'finishAction', finish_action,
      'droneModel', drone_model, 'warnings', warnings, 'waypoints', waypoints),
      '[{"what": "imported", "values": {}}]', created_by, created_at
    from route`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
