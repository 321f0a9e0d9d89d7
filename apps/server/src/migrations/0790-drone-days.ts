import { sql, type Kysely } from 'kysely';

/**
 * The release before goes on reading and writing `drone_telemetry` by its name, columns and key, and dividing
 * `dock_history` by its functions. Nothing is copied and no row is read: the table that was there becomes a partition.
 */
export const additive = true;

/** As in migration 0390: functions of the owner of the schema, for servers whose account may change no table. */
const asOwner = `language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s'`;

const statements = [
  // The old table takes every row that has no day of its own yet. The only partition of a table is not looked through.
  `alter table drone_telemetry rename to drone_telemetry_rest`,
  `create table drone_telemetry (
    drone_oid uuid not null,
    at timestamptz not null,
    flight_oid uuid,
    lng double precision,
    lat double precision,
    height double precision,
    elevation double precision,
    speed_h real,
    speed_v real,
    head real,
    percent real,
    mode_code smallint,
    payload jsonb,
    constraint drone_telemetry_key primary key (drone_oid, at)
  ) partition by range (at)`,
  `create index drone_telemetry_of_flight on drone_telemetry (flight_oid, at) where flight_oid is not null`,
  `alter table drone_telemetry attach partition drone_telemetry_rest default`,
  // Servers of the release before use the new table from the moment at which this commits, before anybody grants anew.
  `do $$
    declare
      one record;
    begin
      for one in select grantee::regrole::text as role, privilege_type as may
        from pg_class, aclexplode(relacl) where oid = 'drone_telemetry_rest'::regclass and grantee not in (0, relowner)
      loop
        execute format('grant %s on drone_telemetry to %s', one.may, one.role);
      end loop;
    end $$`,

  // The tables that are divided by days, each with the column of its devices. Whoever may call the functions below
  // reaches no other table through them.
  `create function day_table_device(tab text) returns text language plpgsql immutable as $$
    begin
      case tab
        when 'dock_history' then return 'dock_oid';
        when 'drone_telemetry' then return 'drone_oid';
        else raise exception 'the table % is not divided by days', tab;
      end case;
    end $$`,
  // What has a partition of its own. One of "before" has every day up to its own.
  `create view day_table_days as
    select parent.relname::text as tab, part.relname::text as name,
      to_date(substring(part.relname from '_(\\d{8})(?:_thin)?$'), 'YYYYMMDD') as day,
      part.relname like '%\\_thin' as thinned, part.relname like '%\\_before\\_%' as before,
      pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relnamespace = 'public'::regnamespace and parent.relname in ('dock_history', 'drone_telemetry')
      and part.relname ~ '_\\d{8}(_thin)?$'`,

  // Bytes of a rest that is looked through in a moment, as a day that is attached asks for.
  `create function day_table_most() returns bigint language sql immutable return 67108864`,
  // The rest has more, and all of it is older than the days: nobody could wait for each of them.
  `create function day_table_is_heaped(tab text) returns boolean language plpgsql stable
    set search_path = public, pg_temp as $$
    declare
      rest text := tab || '_rest';
      own date;
      mixed boolean;
    begin
      if pg_table_size(rest::regclass) <= day_table_most() or exists(
        select from day_table_days days where days.tab = day_table_is_heaped.tab and days.before) then return false; end if;
      select min(days.day) into own from day_table_days days where days.tab = day_table_is_heaped.tab;
      if own is null then return true; end if;
      execute format('select exists(select from %I where at >= %L)', rest, dock_history_day(own)) into mixed;
      return not mixed;
    end $$`,

  `create function day_table_add(tab text, day date) returns void ${asOwner} as $$
    declare
      name text := tab || '_' || to_char(day, 'YYYYMMDD');
      rest text := tab || '_rest';
      since timestamptz := dock_history_day(day);
      until timestamptz := dock_history_day(day + 1);
    begin
      perform day_table_device(tab);
      execute format('create table %I (like %I including all)', name, tab);
      execute format('with taken as (delete from %I where at >= %L and at < %L returning *)
        insert into %I select * from taken', rest, since, until, name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', tab, name, since, until);
    end $$`,

  // One of the next two days, or of the past days of which rows lie among the rest. Never today: its rows come while the
  // table would change. One a call, so that nobody waits for more than one. False: there is none.
  `create function day_table_lay_out(tab text, now timestamptz) returns boolean ${asOwner} as $$
    declare
      today date := (now at time zone 'UTC')::date;
      missing date;
    begin
      perform day_table_device(tab);
      if day_table_is_heaped(tab) then return false; end if;
      execute format('select min(wanted.day) from (
          select (at at time zone ''UTC'')::date as day from %I where at < dock_history_day($1)
          union select $1 + 1 union select $1 + 2) wanted
        where wanted.day not in (select days.day from day_table_days days where days.tab = $2)
          and wanted.day > all (select days.day from day_table_days days where days.tab = $2 and days.before)',
        tab || '_rest') into missing using today, tab;
      if missing is null then return false; end if;
      perform day_table_add(tab, missing);
      return true;
    end $$`,

  // Every so many seconds one row of a device takes the place of the oldest day that ended before a moment; the day goes
  // whole. Nobody writes to the day meanwhile: a row that is deleted would come back. False: there is none.
  `create function day_table_thin(tab text, before timestamptz, seconds double precision) returns boolean ${asOwner} as $$
    declare
      device text := day_table_device(tab);
      old record;
      thin text;
    begin
      select days.name, days.bound into old from day_table_days days
        where days.tab = day_table_thin.tab and not days.thinned and dock_history_day(days.day + 1) <= day_table_thin.before
        order by days.day limit 1;
      if not found then return false; end if;
      thin := old.name || '_thin';
      execute format('lock table %I in share mode', old.name);
      execute format('create table %I (like %I including all)', thin, tab);
      execute format('insert into %1$I select distinct on (%2$I, floor(extract(epoch from at) / %3$L::float8)) *
        from %4$I order by %2$I, floor(extract(epoch from at) / %3$L::float8), at', thin, device, seconds, old.name);
      execute format('alter table %I detach partition %I', tab, old.name);
      execute format('drop table %I', old.name);
      execute format('alter table %I attach partition %I %s', tab, thin, old.bound);
      return true;
    end $$`,

  // A rest of many rows becomes the partition of everything before a day, in three calls, none of which keeps others from
  // reading and writing for longer than a moment: a bound for what comes, a look through what is there, and the exchange.
  `create function day_table_divide(tab text, now timestamptz) returns text ${asOwner} as $$
    declare
      rest text := tab || '_rest';
      bound text := tab || '_bound';
      past text;
      today date := (now at time zone 'UTC')::date;
      own date;
      cut date;
      checked boolean;
      late boolean;
    begin
      perform day_table_device(tab);
      if not day_table_is_heaped(tab) then return 'done'; end if;
      select min(days.day) into own from day_table_days days where days.tab = day_table_divide.tab;
      select constr.convalidated, to_date(obj_description(constr.oid, 'pg_constraint'), 'YYYYMMDD') into checked, cut
        from pg_constraint constr where constr.conrelid = rest::regclass and constr.conname = bound;

      if cut is null then
        cut := coalesce(own, today + 7);
        execute format('select exists(select from %I where at >= %L)', rest, dock_history_day(cut)) into late;
        if late then return 'ahead'; end if;
        execute format('alter table %I add constraint %I check (at < %L::timestamptz) not valid',
          rest, bound, dock_history_day(cut));
        execute format('comment on constraint %I on %I is %L', bound, rest, to_char(cut, 'YYYYMMDD'));
        return 'bound';
      end if;
      -- Rows of the day at the bound would be refused soon, and lost: it is set anew.
      if own is null and cut <= today + 1 then
        execute format('alter table %I drop constraint %I', rest, bound);
        return 'again';
      end if;
      if not checked then
        execute format('alter table %I validate constraint %I', rest, bound);
        return 'checked';
      end if;
      past := tab || '_before_' || to_char(cut - 1, 'YYYYMMDD');
      execute format('alter table %I detach partition %I', tab, rest);
      execute format('alter table %I rename to %I', rest, past);
      execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
        tab, past, dock_history_day(cut));
      execute format('alter table %I drop constraint %I', past, bound);
      execute format('create table %I (like %I including all)', rest, tab);
      execute format('alter table %I attach partition %I default', tab, rest);
      if own is null then perform day_table_add(tab, cut); end if;
      return 'divided';
    end $$`,

  // The release before calls these two.
  `create or replace function dock_history_lay_out(now timestamptz) returns void ${asOwner} as $$
    begin
      for turn in 1..100 loop
        exit when not day_table_lay_out('dock_history', now);
      end loop;
    end $$`,
  `create or replace function dock_history_thin(before timestamptz, seconds double precision) returns boolean ${asOwner} as $$
    begin
      return day_table_thin('dock_history', before, seconds);
    end $$`,

  // A table that is empty gets its days before the first row of today comes; one that is small gets those to come.
  `do $$
    declare
      today date := (now() at time zone 'UTC')::date;
      first int := 0;
    begin
      if day_table_is_heaped('drone_telemetry') then return; end if;
      if exists(select from drone_telemetry) then first := 1; end if;
      for ahead in first..2 loop
        perform day_table_add('drone_telemetry', today + ahead);
      end loop;
    end $$`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
