import { sql, type Kysely } from 'kysely';

const sums = `found_confirmed int not null,
    found_false int not null,
    found_unjudged int not null,
    runs_unaudited int not null,
    runs_partially int not null,
    runs_fully int not null,
    orders_unassigned int not null,
    orders_ignored int not null,
    orders_to_be_claimed int not null,
    orders_in_process int not null,
    orders_done int not null,
    orders_rejected int not null`;

const statements = [
  // Findings, runs of detectors and orders of a department on a day of its organisation's zone. Counted from the
  // records, and again whenever one of them changes: never added to. No dock is the nil oid; a run has no class.
  `create table finding_day (
    group_oid uuid not null,
    day date not null,
    dock_oid uuid not null,
    class text not null,
    group_root uuid not null references organisation (oid),
    ${sums},
    primary key (group_oid, day, dock_oid, class)
  )`,
  `create index finding_day_of_root on finding_day (group_root, day)`,

  // The same without docks: what every question but the one for docks reads.
  `create table finding_group_day (
    group_oid uuid not null,
    day date not null,
    class text not null,
    group_root uuid not null references organisation (oid),
    ${sums},
    primary key (group_oid, day, class)
  )`,
  `create index finding_group_day_of_root on finding_group_day (group_root, day)`,

  // In which zone the days of a department are counted. Another one than its organisation's: they are counted anew.
  `create table finding_day_zone (
    group_oid uuid primary key,
    group_root uuid not null references organisation (oid),
    time_zone text not null
  )`,
  `create index finding_day_zone_of_root on finding_day_zone (group_root, time_zone)`,
  `insert into finding_day_zone (group_oid, group_root, time_zone)
    select group_oid, group_root, '' from detection_outcome union select group_oid, group_root, '' from detection
    union select group_oid, group_root, '' from work_order`,

  // Moments of departments of which a record changed.
  `create table finding_day_due (
    id bigint generated always as identity primary key,
    group_root uuid not null,
    group_oid uuid not null,
    moment timestamptz not null
  )`,
  `create index finding_day_due_of_root on finding_day_due (group_root)`,

  `create index detection_outcome_counted on detection_outcome (group_oid, created_at)`,
  `create index detection_counted on detection (group_oid, created_at)`,
  `create index work_order_counted on work_order (group_oid, created_at)`,

  // Findings come by hundreds: one note for a statement, of each moment one.
  `create function finding_day_note_new() returns trigger language plpgsql as $$
   begin
     insert into finding_day_due (group_root, group_oid, moment)
     select group_root, group_oid, created_at from new_rows
     union select run.group_root, run.group_oid, run.created_at
     from new_rows join detection run on run.oid = new_rows.detection_oid;
     return null;
   end $$`,
  `create function finding_day_note_gone() returns trigger language plpgsql as $$
   begin
     insert into finding_day_due (group_root, group_oid, moment)
     select group_root, group_oid, created_at from old_rows
     union select run.group_root, run.group_oid, run.created_at
     from old_rows join detection run on run.oid = old_rows.detection_oid;
     return null;
   end $$`,
  `create function finding_day_note_changed() returns trigger language plpgsql as $$
   begin
     with changed as (
       select old_rows.group_root, old_rows.group_oid as group_oid, old_rows.created_at, old_rows.detection_oid
       from old_rows join new_rows on new_rows.oid = old_rows.oid
       where (old_rows.verdict, old_rows.class, old_rows.group_oid, old_rows.created_at, old_rows.media_oid,
           old_rows.detection_oid)
         is distinct from (new_rows.verdict, new_rows.class, new_rows.group_oid, new_rows.created_at,
           new_rows.media_oid, new_rows.detection_oid)
       union select new_rows.group_root, new_rows.group_oid, new_rows.created_at, new_rows.detection_oid
       from old_rows join new_rows on new_rows.oid = old_rows.oid
       where (old_rows.verdict, old_rows.class, old_rows.group_oid, old_rows.created_at, old_rows.media_oid,
           old_rows.detection_oid)
         is distinct from (new_rows.verdict, new_rows.class, new_rows.group_oid, new_rows.created_at,
           new_rows.media_oid, new_rows.detection_oid)
     )
     insert into finding_day_due (group_root, group_oid, moment)
     select group_root, group_oid, created_at from changed
     union select run.group_root, run.group_oid, run.created_at
     from changed join detection run on run.oid = changed.detection_oid;
     return null;
   end $$`,
  `create trigger finding_day_note_new after insert on detection_outcome referencing new table as new_rows
   for each statement execute function finding_day_note_new()`,
  `create trigger finding_day_note_changed after update on detection_outcome
   referencing old table as old_rows new table as new_rows
   for each statement execute function finding_day_note_changed()`,
  `create trigger finding_day_note_gone after delete on detection_outcome referencing old table as old_rows
   for each statement execute function finding_day_note_gone()`,

  `create function finding_day_note_row() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then
       insert into finding_day_due (group_root, group_oid, moment)
       values (old.group_root, old.group_oid, old.created_at);
     end if;
     if tg_op <> 'DELETE' then
       insert into finding_day_due (group_root, group_oid, moment)
       values (new.group_root, new.group_oid, new.created_at);
     end if;
     return null;
   end $$`,
  `create trigger finding_day_note after insert or delete or update of group_oid, created_at, flight_oid on detection
   for each row execute function finding_day_note_row()`,
  `create trigger finding_day_note after insert or delete or update of group_oid, created_at, flight_oid, state, class
   on work_order for each row execute function finding_day_note_row()`,

  // Which dock a finding belongs to is known by the flight of its picture.
  `create function finding_day_note_picture() returns trigger language plpgsql as $$
   begin
     insert into finding_day_due (group_root, group_oid, moment)
     select distinct group_root, group_oid, created_at from detection_outcome where media_oid = new.oid;
     return null;
   end $$`,
  `create trigger finding_day_note_picture after update of flight_oid on media for each row
   when (old.flight_oid is distinct from new.flight_oid) execute function finding_day_note_picture()`,
  `create function finding_day_note_flight() returns trigger language plpgsql as $$
   begin
     insert into finding_day_due (group_root, group_oid, moment)
     select one.group_root, one.group_oid, one.created_at
     from media join detection_outcome one on one.media_oid = media.oid where media.flight_oid = new.oid
     union select group_root, group_oid, created_at from detection where flight_oid = new.oid
     union select group_root, group_oid, created_at from work_order where flight_oid = new.oid;
     return null;
   end $$`,
  `create trigger finding_day_note_flight after update of dock_oid on flight for each row
   when (old.dock_oid is distinct from new.dock_oid) execute function finding_day_note_flight()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
