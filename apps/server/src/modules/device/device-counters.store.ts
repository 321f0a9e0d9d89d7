import type { UpkeepCounted } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';

/** A table of which the rows are kept up by programmes. */
export type UpkeptTable = 'device' | 'drone' | 'dock';

/**
 * `flown`: sums of the flights of an aircraft that have begun and are over, whatever else was deleted of their records;
 * `corrected`: what people added to these sums or took from them. Landings are counted as `hasLanded` of the domain does.
 */
export const flownJoins: RawBuilder<unknown> = sql`left join lateral (
    select count(*)::int as flights, coalesce(sum(flight.duration), 0)::float8 as flight_time,
      coalesce(sum(flight.distance), 0)::float8 as distance, min(flight.start_time) as since,
      (count(*) filter (where flight.duration > 0
        and flight.outcome_reason is distinct from 'endedUnobserved'))::int as landings
    from flight
    where flight.drone_oid = drone.oid and flight.state = 'over' and flight.start_time is not null
  ) flown on true
  left join lateral (
    select coalesce(sum(correction.flights), 0)::int as flights,
      coalesce(sum(correction.flight_time), 0)::float8 as flight_time,
      coalesce(sum(correction.distance), 0)::float8 as distance
    from flight_correction correction where correction.drone_oid = drone.oid
  ) corrected on true`;

/** `flown`: how many flights began from a dock here and are over. */
export const dockFlownJoin: RawBuilder<unknown> = sql`left join lateral (
    select count(*)::int as flights from flight
    where flight.dock_oid = dock.oid and flight.state = 'over' and flight.start_time is not null
  ) flown on true`;

const nothing = sql`null`;
/** A counter now and at the last maintenance, by both who can count it. */
const counter = (
  name: string,
  now: { reported?: RawBuilder<unknown>; recorded?: RawBuilder<unknown> },
  base: { reported?: RawBuilder<unknown>; recorded?: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`${sql.lit(name)}, jsonb_build_object(
    'now', jsonb_build_object('reported', ${now.reported ?? nothing}, 'recorded', ${now.recorded ?? nothing}),
    'base', case when device_upkeep.device_oid is not null then
      jsonb_build_object('reported', ${base.reported ?? nothing}, 'recorded', ${base.recorded ?? nothing}) end)`;

const droneCounters = [
  counter(
    'flights',
    { reported: sql`device_report.flights`, recorded: sql`flown.flights + corrected.flights` },
    { reported: sql`device_upkeep.flights`, recorded: sql`device_upkeep.recorded_flights` },
  ),
  counter(
    'flightTime',
    { reported: sql`device_report.flight_time`, recorded: sql`flown.flight_time + corrected.flight_time` },
    { reported: sql`device_upkeep.flight_time`, recorded: sql`device_upkeep.recorded_time` },
  ),
  counter(
    'distance',
    { reported: sql`device_report.distance`, recorded: sql`flown.distance + corrected.distance` },
    { reported: sql`device_upkeep.distance`, recorded: sql`device_upkeep.recorded_distance` },
  ),
  counter('landings', { recorded: sql`flown.landings` }, { recorded: sql`device_upkeep.landings` }),
];
const deviceCounters = [
  counter('cycles', { reported: sql`device_report.cycles` }, { reported: sql`device_upkeep.cycles` }),
];
/** A dock says what it counts in its properties, which are read beside; see `dockCounted`. */
const dockCounters = [
  counter(
    'jobs',
    { recorded: sql`flown.flights` },
    { reported: sql`device_upkeep.jobs`, recorded: sql`device_upkeep.recorded_jobs` },
  ),
  counter('runningTime', {}, { reported: sql`device_upkeep.running_time` }),
];
const counters: Readonly<Record<UpkeptTable, readonly RawBuilder<unknown>[]>> = {
  drone: droneCounters,
  device: deviceCounters,
  dock: dockCounters,
};

/** What is known of the use of a row; counted from its last maintenance, else from its entry. */
export const upkeepCounted = (
  table: UpkeptTable,
): RawBuilder<UpkeepCounted> => sql<UpkeepCounted>`jsonb_build_object(
  'days', floor(extract(epoch from
    now() - coalesce(device_upkeep.done_at, ${sql.ref(`${table}.created_at`)})) / 86400),
  'counters', jsonb_build_object(${sql.join(counters[table])})
  ${
    table === 'device'
      ? sql`, 'storedDays', device_report.stored_days, 'temperature', device_report.temperature`
      : sql``
  })`;
