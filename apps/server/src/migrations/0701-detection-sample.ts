import { sql, type Kysely } from 'kysely';

/** The release before judges one by one, and takes what was decided by a sample for what its decider judged. */
export const additive = true;

const statements = [
  // A rule over the findings of one run, and by which of them it may decide about the others.
  `create table detection_sample (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    detection_oid uuid not null references detection (oid) on delete cascade,
    -- What the detector found them as, and with which confidence.
    class text not null,
    least double precision not null,
    most double precision not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    decided_by uuid references member (oid),
    decided_at timestamptz,
    verdict text check (verdict in ('confirmed', 'falseAlarm')),
    decided integer not null default 0,
    check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (verdict is null))
  )`,
  `create index detection_sample_group on detection_sample (group_oid, created_at desc, oid)`,
  `create index detection_sample_run on detection_sample (detection_oid)`,
  // The findings that fitted when it was drawn: what comes later is not decided by it.
  `create table detection_sample_outcome (
    sample_oid uuid not null references detection_sample (oid) on delete cascade,
    outcome_oid uuid not null references detection_outcome (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    drawn boolean not null,
    primary key (sample_oid, outcome_oid)
  )`,
  `create index detection_sample_outcome_outcome on detection_sample_outcome (outcome_oid)`,
  // By which sample it was decided without being looked at.
  `alter table detection_audit add column sample_oid uuid`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
