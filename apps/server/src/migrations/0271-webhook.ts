import { sql, type Kysely } from 'kysely';

/**
 * One trigger of a table: when a row of it is an event, and what is sent of it. An organisation without webhooks pays for
 * one look into an index, and what goes wrong while an event is written never takes the flight, alarm or file with it.
 */
const noting = (table: string, on: string, when: string, event: string, data: string): string[] => {
  const name = `webhook_note_${event.toLowerCase().replace('.', '_')}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
     begin
       if not exists (select from webhook where group_root = new.group_root) then
         return null;
       end if;
       begin
         perform webhook_note('${event}', new.group_root, new.group_oid, jsonb_build_object(${data}));
       exception when others then
         raise warning 'the event ${event} of % is not sent: % (%)', new.oid, sqlerrm, sqlstate;
       end;
       return null;
     end $$`,
    `create trigger ${name} after ${on} on ${table} for each row when (${when}) execute function ${name}()`,
  ];
};

const flight = `'oid', new.oid, 'taskOID', new.task_oid, 'routeOID', new.route_oid, 'dockOID', new.dock_oid,
  'state', new.state, 'outcome', new.outcome, 'startTime', new.start_time, 'endTime', new.end_time`;
const alarm = `'oid', new.oid, 'dockOID', new.dock_oid, 'device', new.device, 'code', new.code, 'level', new.level,
  'firstAt', new.first_at, 'clearedAt', new.cleared_at`;
const order = `'oid', new.oid, 'name', new.name, 'class', new.class, 'state', new.state, 'flightOID', new.flight_oid,
  'lng', new.lng, 'lat', new.lat`;

const statements = [
  `create table webhook (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    name text not null,
    url text not null,
    events text[] not null,
    enabled boolean not null default true,
    -- sealed: it signs what is sent
    secret bytea not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null default now()
  )`,
  `create index webhook_root on webhook (group_root)`,
  // Written in the transaction of the event itself: nothing is sent that did not happen.
  `create table webhook_delivery (
    oid uuid primary key,
    group_root uuid not null,
    webhook_oid uuid not null references webhook (oid) on delete cascade,
    event text not null,
    data jsonb not null,
    at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
    attempts int not null default 0,
    next_at timestamptz not null,
    claimed_until timestamptz,
    status int,
    error text,
    done_at timestamptz
  )`,
  `create index webhook_delivery_due on webhook_delivery (next_at) where state = 'waiting'`,
  `create index webhook_delivery_of on webhook_delivery (webhook_oid, at desc, oid)`,
  `create index webhook_delivery_at on webhook_delivery (at)`,
  // A webhook that is deleted meanwhile is waited for, and then left out: its deliveries would refer to nothing.
  `create function webhook_note(kind text, root uuid, department_oid uuid, data jsonb) returns void
   language sql as $$
     insert into webhook_delivery (oid, group_root, webhook_oid, event, data, at, next_at)
     select gen_random_uuid(), root, hook.oid, kind, data, now(), now() from (
       select webhook.oid from webhook join department on department.oid = department_oid
       where webhook.group_root = root and webhook.enabled and kind = any(webhook.events)
         and webhook.group_oid = any(department.path)
       for key share of webhook
     ) hook
   $$`,
  ...noting(
    'flight',
    'update of state',
    `new.state = 'inFlight' and old.state = 'created'`,
    'flight.started',
    flight,
  ),
  ...noting('flight', 'update of state', `new.state = 'over' and old.state <> 'over'`, 'flight.over', flight),
  ...noting('device_health', 'insert', 'true', 'alarm.raised', alarm),
  ...noting(
    'device_health',
    'update of cleared_at',
    'new.cleared_at is not null and old.cleared_at is null',
    'alarm.cleared',
    alarm,
  ),
  ...noting('work_order', 'insert', 'true', 'workOrder.added', order),
  ...noting('work_order', 'update of state', 'new.state <> old.state', 'workOrder.moved', order),
  ...noting(
    'media',
    'insert',
    'true',
    'media.stored',
    `'oid', new.oid, 'name', new.name, 'kind', new.kind, 'size', new.size, 'flightOID', new.flight_oid,
     'dockOID', new.dock_oid, 'shotAt', new.shot_at, 'lng', new.lng, 'lat', new.lat`,
  ),
  ...noting(
    'inspection_report',
    'update of state',
    `new.state = 'approved' and old.state <> 'approved'`,
    'report.approved',
    `'oid', new.oid, 'name', new.name, 'month', new.month, 'approvedAt', new.approved_at`,
  ),
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
