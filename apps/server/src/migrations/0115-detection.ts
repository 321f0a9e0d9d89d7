import { sql, type Kysely } from 'kysely';

const statements = [
  // One run of one version of a model over pictures. A detector that asks again is answered with the same one.
  `create table detection (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    model text not null,
    model_version text not null,
    source_id text not null,
    flight_oid uuid references flight (oid),
    state text not null default 'running' check (state in ('running', 'done', 'failed')),
    message text not null default '',
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create unique index detection_source on detection (group_root, model, model_version, source_id)`,
  `create index detection_group on detection (group_oid)`,
  `create index detection_created on detection (group_root, created_at desc, oid) include (group_oid)`,
  `create index detection_flight on detection (flight_oid) where flight_oid is not null`,

  `create table detection_outcome (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    detection_oid uuid not null references detection (oid) on delete cascade,
    media_oid uuid not null references media (oid) on delete cascade,
    model text not null,
    model_version text not null,
    source_id text not null,
    -- Pixels of the picture as it is stored.
    x real not null, y real not null, width real not null, height real not null,
    picture_width integer not null, picture_height integer not null,
    class text not null,
    other_text text not null default '',
    confidence double precision,
    drawn_by uuid references member (oid),
    verdict text check (verdict in ('confirmed', 'falseAlarm', 'deleted')),
    verdict_by uuid references member (oid),
    verdict_at timestamptz,
    reason text not null default '',
    version integer not null default 0,
    created_at timestamptz not null,
    unique (media_oid, model, model_version, source_id)
  )`,
  `create index detection_outcome_run on detection_outcome (detection_oid, media_oid, oid) include (verdict)`,
  `create index detection_outcome_new on detection_outcome (group_root, created_at desc, oid)`,

  // Every verdict, also those that were changed later.
  `create table detection_audit (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    outcome_oid uuid not null references detection_outcome (oid) on delete cascade,
    member_oid uuid not null references member (oid),
    at timestamptz not null,
    verdict text not null,
    box jsonb not null,
    class text not null,
    other_text text not null,
    reason text not null
  )`,
  `create index detection_audit_outcome on detection_audit (outcome_oid, at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Whoever else is to have them is decided by people.
  for (const right of ['/AIReportShowCheck', '/AITestingShowExamine', 'detection:audit', 'detection:submit'])
    await sql`insert into role_resource (role_oid, resource)
      select oid, ${right} from role where first_key = 'administrator' on conflict do nothing`.execute(db);
};
