import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

const statements = [
  `create table report_schedule (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    -- Of the month after the one that is reported, on the clocks of the organisation.
    day integer not null check (day between 1 and 28),
    hour integer not null check (hour between 0 and 23),
    format text not null check (format in ('docx', 'pdf', 'html')),
    language text not null check (language in ('zh-CN', 'en', 'ar')),
    recipient_oids uuid[] not null,
    enabled boolean not null default true,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create index report_schedule_root on report_schedule (group_root, created_at desc, oid)`,
  // One row for each month of a schedule, which is sent once.
  `create table report_sending (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    schedule_oid uuid not null references report_schedule (oid) on delete cascade,
    month text not null,
    due_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'making', 'sent', 'failed')),
    reason text,
    report_oid uuid references inspection_report (oid) on delete set null,
    file_oid uuid references inspection_report_file (oid) on delete set null,
    is_empty boolean,
    -- When it was looked at last: one that waits for people must not keep the others from their turn.
    tried_at timestamptz,
    -- Its recipients were notified that it will be late.
    delayed_at timestamptz,
    sent_at timestamptz,
    recipients text[] not null default '{}',
    missed text[] not null default '{}',
    unique (schedule_oid, month)
  )`,
  `create index report_sending_root on report_sending (group_root, due_at desc, oid)`,
  `create index report_sending_open on report_sending (tried_at nulls first, due_at) where state in ('waiting', 'making')`,
  `create function webhook_note_report_sent() returns trigger language plpgsql as $$
   begin
     if not exists (select from webhook where group_root = new.group_root) then
       return null;
     end if;
     begin
       perform webhook_note('report.sent', new.group_root, new.group_oid, jsonb_build_object('oid', new.report_oid,
         'fileOID', new.file_oid, 'month', new.month, 'dueAt', new.due_at, 'sentAt', new.sent_at,
         'empty', new.is_empty, 'recipients', new.recipients, 'missed', new.missed));
     exception when others then
       raise warning 'the event report.sent of % is not sent: % (%)', new.oid, sqlerrm, sqlstate;
     end;
     return null;
   end $$`,
  `create trigger webhook_note_report_sent after update of state on report_sending
   for each row when (new.state = 'sent' and old.state <> 'sent') execute function webhook_note_report_sent()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
