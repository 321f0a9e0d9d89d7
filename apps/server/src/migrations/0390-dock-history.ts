import { sql, type Kysely } from 'kysely';

/** The release before goes on writing `dock_telemetry`, of which a timer takes what is old. */
export const additive = true;

/**
 * Functions of the owner of the schema, because servers may sign in with an account that may change no table. They take
 * moments and nothing else.
 */
const asOwner = `language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s'`;

const statements = [
  `create table dock_history (
    dock_oid uuid not null,
    at timestamptz not null,
    payload jsonb not null,
    primary key (dock_oid, at)
  ) partition by range (at)`,
  // What has no day of its own yet: rows of a backup, or of a clock that was wrong.
  `create table dock_history_rest partition of dock_history default`,

  `create function dock_history_day(day date) returns timestamptz language sql immutable
    return day::timestamp at time zone 'UTC'`,
  // The days that have a partition of their own.
  `create view dock_history_days as
    select relname::text as name, to_date(substr(relname, 14, 8), 'YYYYMMDD') as day, relname like '%\\_thin' as thinned
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'dock_history'::regclass and relname <> 'dock_history_rest'`,

  // A day gets a partition of its own, with what lies of it among the rest.
  `create function dock_history_add(day date) returns void ${asOwner} as $$
    declare
      name text := 'dock_history_' || to_char(day, 'YYYYMMDD');
      since timestamptz := dock_history_day(day);
      until timestamptz := dock_history_day(day + 1);
    begin
      execute format('create table %I (like dock_history including all)', name);
      execute format('with taken as (delete from dock_history_rest where at >= %L and at < %L
        returning dock_oid, at, payload) insert into %I select * from taken', since, until, name);
      execute format('alter table dock_history attach partition %I for values from (%L) to (%L)', name, since, until);
    end $$`,

  // The next two days, and every past day of which rows lie among the rest. Never today: its rows come while the table
  // would change.
  `create function dock_history_lay_out(now timestamptz) returns void ${asOwner} as $$
    declare
      today date := (now at time zone 'UTC')::date;
      missing date;
    begin
      for missing in
        select day from (
          select distinct (at at time zone 'UTC')::date as day from dock_history_rest where at < dock_history_day(today)
          union select today + 1 union select today + 2
        ) wanted where day not in (select dock_history_days.day from dock_history_days) order by day limit 100
      loop
        perform dock_history_add(missing);
      end loop;
    end $$`,

  // One row a dock for every so many seconds takes the place of the oldest day that ended before a moment; the day goes
  // whole. False: there is none.
  `create function dock_history_thin(before timestamptz, seconds double precision) returns boolean ${asOwner} as $$
    declare
      old record;
      thin text;
    begin
      select * into old from dock_history_days
        where not thinned and dock_history_day(day + 1) <= before order by day limit 1;
      if not found then return false; end if;
      thin := old.name || '_thin';
      execute format('create table %I (like dock_history including all)', thin);
      execute format('insert into %I select distinct on (dock_oid, slot) dock_oid, at, payload
        from (select *, floor(extract(epoch from at) / %L::float8) as slot from %I) slotted
        order by dock_oid, slot, at', thin, seconds, old.name);
      execute format('alter table dock_history detach partition %I', old.name);
      execute format('drop table %I', old.name);
      execute format('alter table dock_history attach partition %I for values from (%L) to (%L)',
        thin, dock_history_day(old.day), dock_history_day(old.day + 1));
      return true;
    end $$`,

  // Before the first row of today comes.
  `select dock_history_add((now() at time zone 'UTC')::date + day) from generate_series(0, 2) day`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
