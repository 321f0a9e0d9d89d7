import { sql, type Kysely } from 'kysely';

/** The release before neither looks nor counts: what it serves or counts meanwhile is missing here. */
export const additive = true;

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
  // What the product measured of itself on a day of the organisation's zone. Looks are added, all else is counted anew.
  `create table service_level_day (
    dock_oid uuid not null,
    day date not null,
    level text not null,
    group_oid uuid not null,
    group_root uuid not null references organisation (oid),
    count int not null,
    within int not null,
    -- How many of them have a time, and the sum of those times, ms.
    timed int not null,
    sum double precision not null,
    primary key (dock_oid, day, level)
  ) with (fillfactor = 80)`,
  `create index service_level_day_of_root on service_level_day (group_root, day)`,

  // The flights of a dock on a day by who executed them, by route and by kind: what a day is made of. Counted with it.
  `create table flight_part_day (
    dock_oid uuid not null,
    day date not null,
    group_oid uuid not null,
    person_oid uuid not null,
    route_oid uuid not null,
    kind text not null,
    group_root uuid not null references organisation (oid),
    ${sums},
    primary key (dock_oid, day, group_oid, person_oid, route_oid, kind)
  )`,
  `create index flight_part_day_of_root on flight_part_day (group_root, day)`,
  // All days are counted anew, with what they are made of.
  `update flight_day_zone set time_zone = ''`,

  // When streams came, for some days: live pictures are measured by it.
  `create table video_stream_start (
    stream text not null,
    began_at timestamptz not null default now(),
    primary key (stream, began_at)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
