import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

const statements = [
  // Confirms findings and makes orders of them by itself, once a person has tried it on the past and switched it on.
  `create table affirm_rule (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    class text not null,
    confidence double precision not null,
    -- Only photos taken so many metres around here; null: everywhere.
    lng double precision, lat double precision, metres double precision,
    tried_at timestamptz,
    tried_count integer, tried_confirmed integer, tried_false integer,
    enabled boolean not null default false,
    switched_by uuid references member (oid),
    switched_at timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now(),
    check ((lng is null) = (lat is null) and (lng is null) = (metres is null)),
    check (not enabled or (tried_at is not null and switched_by is not null and switched_at is not null))
  )`,
  `create index affirm_rule_group on affirm_rule (group_oid, created_at desc, oid)`,
  // Which rule decided; it is named here although it may be gone. While it waits its order is still to be made.
  `alter table detection_audit add column rule_oid uuid, add column rule_waits boolean not null default false`,
  `create index detection_audit_rule_waits on detection_audit (rule_oid) where rule_waits`,
  `alter table work_order_move add column rule_oid uuid, add column rule_name text`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
