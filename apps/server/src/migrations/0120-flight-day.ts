import { sql, type Kysely } from 'kysely';

const sums = `flights int not null,
    done int not null,
    partly int not null,
    failed int not null,
    cancelled int not null,
    missed int not null,
    unknown int not null,
    not_flown int not null,
    flight_time double precision not null,
    flight_distance double precision not null,
    returns_ordered int not null,
    returns_unordered int not null`;

const statements = [
  // The flights of a dock on a day of its organisation's zone, as far as they are over. Counted from the flights, and
  // again whenever one of them changes: never added to.
  `create table flight_day (
    dock_oid uuid not null,
    day date not null,
    group_oid uuid not null,
    group_root uuid not null references organisation (oid),
    ${sums},
    primary key (dock_oid, day, group_oid)
  )`,
  `create index flight_day_of_root on flight_day (group_root, day) include (dock_oid, group_oid, flights, done,
    flight_time, flight_distance, returns_ordered, returns_unordered)`,
  `create index flight_day_of_group on flight_day (group_oid, day)`,

  // The same of a department without those below: a year of all departments is few rows.
  `create table flight_group_day (
    group_oid uuid not null,
    day date not null,
    group_root uuid not null references organisation (oid),
    ${sums},
    primary key (group_oid, day)
  )`,
  `create index flight_group_day_of_root on flight_group_day (group_root, day)`,

  // In which zone the days of a dock are counted. Another one than its organisation's: they are counted anew.
  `create table flight_day_zone (
    dock_oid uuid primary key,
    group_root uuid not null references organisation (oid),
    time_zone text not null
  )`,
  `create index flight_day_zone_of_root on flight_day_zone (group_root, time_zone)`,
  `insert into flight_day_zone (dock_oid, group_root, time_zone) select oid, group_root, '' from dock`,

  // Moments of docks of which a closed record changed.
  `create table flight_day_due (
    id bigint generated always as identity primary key,
    group_root uuid not null,
    dock_oid uuid not null,
    moment timestamptz not null
  )`,
  `create index flight_day_due_of_root on flight_day_due (group_root)`,

  `create index flight_counted on flight (dock_oid, (coalesce(start_time, end_time, created_at)))
    where state = 'over' and deleted_at is null`,
  `create index command_return_home on command (flight_oid) where method = 'returnHome'`,

  `create function flight_day_note() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' and old.state = 'over' then
       insert into flight_day_due (group_root, dock_oid, moment)
       values (old.group_root, old.dock_oid, coalesce(old.start_time, old.end_time, old.created_at));
     end if;
     if tg_op <> 'DELETE' and new.state = 'over' then
       insert into flight_day_due (group_root, dock_oid, moment)
       values (new.group_root, new.dock_oid, coalesce(new.start_time, new.end_time, new.created_at));
     end if;
     return null;
   end $$`,
  `create trigger flight_day_note_new after insert on flight for each row
   when (new.state = 'over') execute function flight_day_note()`,
  // Of what is written many times during a flight nothing is named here.
  `create trigger flight_day_note_changed after update of state, outcome, start_time, end_time, created_at,
     deleted_at, distance, duration, dock_oid, group_oid, unordered on flight for each row
   when (old.state = 'over' or new.state = 'over') execute function flight_day_note()`,
  `create trigger flight_day_note_gone after delete on flight for each row
   when (old.state = 'over') execute function flight_day_note()`,

  `create function flight_day_note_return() returns trigger language plpgsql as $$
   begin
     insert into flight_day_due (group_root, dock_oid, moment)
     select group_root, dock_oid, coalesce(start_time, end_time, created_at) from flight
     where oid = new.flight_oid and state = 'over';
     return null;
   end $$`,
  `create trigger command_flight_day_note after insert or update of state on command for each row
   when (new.method = 'returnHome' and new.flight_oid is not null) execute function flight_day_note_return()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
