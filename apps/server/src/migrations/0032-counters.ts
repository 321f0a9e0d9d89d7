import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table maintenance_programme add column landings int, add column jobs int, add column running_hours int`,

  // At the last maintenance both are kept, what the device counted and what was recorded here: either may fall silent.
  `alter table device_upkeep add column recorded_flights int, add column recorded_time double precision,
    add column recorded_distance double precision, add column landings int, add column jobs int,
    add column recorded_jobs int, add column running_time double precision`,
  `update device_upkeep set recorded_flights = sums.flights, recorded_time = sums.flight_time,
      recorded_distance = sums.distance, landings = sums.landings
    from drone cross join lateral (
      select count(*)::int as flights, coalesce(sum(flight.duration), 0)::float8 as flight_time,
        coalesce(sum(flight.distance), 0)::float8 as distance,
        (count(*) filter (where flight.duration > 0
          and flight.outcome_reason is distinct from 'endedUnobserved'))::int as landings
      from flight join device_upkeep before on before.device_oid = drone.oid
      where flight.drone_oid = drone.oid and flight.state = 'over' and flight.start_time is not null
        and flight.end_time <= before.done_at
    ) sums
    where drone.oid = device_upkeep.device_oid`,

  // What is recorded of an aircraft is summed from here, whatever else is deleted of its flights.
  `create index flight_flown on flight (drone_oid) include (duration, distance, outcome_reason, start_time)
    where state = 'over' and start_time is not null`,
  `create index flight_of_dock on flight (dock_oid) where state = 'over' and start_time is not null`,

  // By how much people corrected these sums. Rows are added, never changed.
  `create table flight_correction (
    oid uuid primary key,
    drone_oid uuid not null references drone (oid),
    flights int not null default 0,
    flight_time double precision not null default 0,
    distance double precision not null default 0,
    reason text not null,
    by_oid uuid not null,
    at timestamptz not null
  )`,
  `create index flight_correction_drone on flight_correction (drone_oid, at desc)`,

  // What was used in a step of a maintenance.
  `alter table device_event add column parts jsonb`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
