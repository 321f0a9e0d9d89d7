import { sql, type Kysely } from 'kysely';

/** The release before reads files without asking a detector for them. */
export const additive = true;

const statements = [
  // Pictures of one flight that a detector is asked to look at.
  `create table detection_task (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    flight_oid uuid not null references flight (oid) on delete cascade,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'failed')),
    message text not null default '',
    -- Names one taking of it: a detector whose time ran out does not end what another one has by now.
    claim uuid,
    claimed_by uuid references member (oid),
    claimed_until timestamptz,
    claims integer not null default 0,
    detection_oid uuid references detection (oid) on delete set null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index detection_task_open on detection_task (group_root, created_at, oid) where state in ('waiting', 'taken')`,
  `create index detection_task_taken on detection_task (claimed_until) where state = 'taken'`,
  `create index detection_task_list on detection_task (group_root, created_at desc, oid) include (group_oid)`,
  `create index detection_task_flight on detection_task (flight_oid)`,
  `create index detection_task_run on detection_task (detection_oid) where detection_oid is not null`,
  // A file is in one task at most; without one it waits until its flight is over and the others are read.
  `create table detection_task_media (
    media_oid uuid primary key references media (oid) on delete cascade,
    group_root uuid not null references organisation (oid),
    flight_oid uuid not null references flight (oid) on delete cascade,
    task_oid uuid references detection_task (oid) on delete cascade,
    read_at timestamptz not null
  )`,
  `create index detection_task_media_waiting on detection_task_media (flight_oid, read_at) where task_oid is null`,
  `create index detection_task_media_flight on detection_task_media (flight_oid)`,
  `create index detection_task_media_task on detection_task_media (task_oid)`,
  `create function webhook_note_detection_task() returns trigger language plpgsql as $$
   begin
     if not exists (select from webhook where group_root = new.group_root) then
       return null;
     end if;
     begin
       perform webhook_note('detectionTask.added', new.group_root, new.group_oid, jsonb_build_object('oid', new.oid,
         'flightOID', new.flight_oid, 'createdAt', new.created_at));
     exception when others then
       raise warning 'the event detectionTask.added of % is not sent: % (%)', new.oid, sqlerrm, sqlstate;
     end;
     return null;
   end $$`,
  `create trigger webhook_note_detection_task after insert on detection_task
   for each row execute function webhook_note_detection_task()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
