import { sql, type Kysely } from 'kysely';

/** The release before calls the same functions, whose messages only lose what was no number. */
export const additive = true;

/** A place that is no number is not known: JSON has no word for it, and receivers are promised a number or null. */
const degrees = (column: string, most: number): string =>
  `case when new.${column} between -${most} and ${most} then new.${column} end`;
const place = `'lng', ${degrees('lng', 180)}, 'lat', ${degrees('lat', 90)}`;
const order = `'oid', new.oid, 'name', new.name, 'class', new.class, 'state', new.state, 'flightOID', new.flight_oid,
  ${place}`;
const media = `'oid', new.oid, 'name', new.name, 'kind', new.kind, 'size', new.size, 'flightOID', new.flight_oid,
  'dockOID', new.dock_oid, 'shotAt', new.shot_at, ${place}`;

const events = [
  ['workOrder.added', order],
  ['workOrder.moved', order],
  ['media.stored', media],
] as const;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [event, data] of events)
    await sql
      .raw(
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
         end $$`,
      )
      .execute(db);
};
