import { sql, type Kysely } from 'kysely';

/** The release before runs beside this one, and restarts. */
export const additive = true;

/**
 * One event. An organisation without webhooks pays for one look into an index, and what goes wrong while an event is
 * written never takes the flight, alarm or file with it.
 */
const noting = (event: string, data: string): string =>
  `create or replace function webhook_note_${event.toLowerCase().replace('.', '_')}() returns trigger
   language plpgsql as $$
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
   end $$`;

const flight = `'oid', new.oid, 'taskOID', new.task_oid, 'routeOID', new.route_oid, 'dockOID', new.dock_oid,
  'state', new.state, 'outcome', new.outcome, 'startTime', new.start_time, 'endTime', new.end_time`;
const alarm = `'oid', new.oid, 'dockOID', new.dock_oid, 'device', new.device, 'code', new.code, 'level', new.level,
  'firstAt', new.first_at, 'clearedAt', new.cleared_at`;
const order = `'oid', new.oid, 'name', new.name, 'class', new.class, 'state', new.state, 'flightOID', new.flight_oid,
  'lng', new.lng, 'lat', new.lat`;

const statements = [
  // A webhook that is deleted meanwhile is waited for, and then left out: its deliveries would refer to nothing.
  `create or replace function webhook_note(kind text, root uuid, department_oid uuid, data jsonb) returns void
   language sql as $$
     insert into webhook_delivery (oid, group_root, webhook_oid, event, data, at, next_at)
     select gen_random_uuid(), root, hook.oid, kind, data, now(), now() from (
       select webhook.oid from webhook join department on department.oid = department_oid
       where webhook.group_root = root and webhook.enabled and kind = any(webhook.events)
         and webhook.group_oid = any(department.path)
       for key share of webhook
     ) hook
   $$`,
  noting('flight.started', flight),
  noting('flight.over', flight),
  noting('alarm.raised', alarm),
  noting('alarm.cleared', alarm),
  noting('workOrder.added', order),
  noting('workOrder.moved', order),
  noting(
    'media.stored',
    `'oid', new.oid, 'name', new.name, 'kind', new.kind, 'size', new.size, 'flightOID', new.flight_oid,
     'dockOID', new.dock_oid, 'shotAt', new.shot_at, 'lng', new.lng, 'lat', new.lat`,
  ),
  noting(
    'report.approved',
    `'oid', new.oid, 'name', new.name, 'month', new.month, 'approvedAt', new.approved_at`,
  ),
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
