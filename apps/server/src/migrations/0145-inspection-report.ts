import { sql, type Kysely } from 'kysely';

const statements = [
  `create table inspection_report (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    -- Of the calendar, 2026-11.
    month text not null,
    state text not null default 'draft' check (state in ('draft', 'approved')),
    step integer not null default 1 check (step between 1 and 6),
    intro text not null default '',
    flights text not null default '',
    findings text not null default '',
    false_alarms text not null default '',
    orders text not null default '',
    conclusion text not null default '',
    -- What was counted for the last file, and for the one before.
    figures jsonb,
    figures_before jsonb,
    figures_at timestamptz,
    approved_by uuid references member (oid),
    approved_at timestamptz,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create unique index inspection_report_month on inspection_report (group_oid, month)`,
  `create index inspection_report_listed on inspection_report (group_root, month desc, oid) include (group_oid)`,

  // A file is made once, of what its report said at that moment, and never changes.
  `create table inspection_report_file (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    report_oid uuid not null references inspection_report (oid) on delete cascade,
    report_version integer not null,
    format text not null check (format in ('docx', 'html')),
    language text not null check (language in ('zh-CN', 'en', 'ar')),
    content jsonb not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
    progress integer not null default 0,
    attempts integer not null default 0,
    claimed_at timestamptz,
    reason text,
    object_key text,
    size bigint,
    sha256 text,
    created_by uuid not null references member (oid),
    created_at timestamptz not null
  )`,
  `create index inspection_report_file_report on inspection_report_file (report_oid, created_at desc, oid)`,
  `create index inspection_report_file_waiting on inspection_report_file (created_at, oid)
    where state in ('queued', 'running')`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Whoever else is to have them is decided by people.
  for (const right of [
    '/InspectionMonth',
    '/InspectionDetails',
    'inspection-report:edit',
    'inspection-report:approve',
  ])
    await sql`insert into role_resource (role_oid, resource)
      select oid, ${right} from role where first_key = 'administrator' on conflict do nothing`.execute(db);
};
