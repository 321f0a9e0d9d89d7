import type { DockWeather, OutsideReading, WeatherFailure } from '@eyrie/domain';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export interface StoredReading {
  reading: OutsideReading | null;
  readAt: Date | null;
  triedAt: Date;
  failure: WeatherFailure | null;
}

const key = (provider: string, cells: readonly string[]) =>
  sql`provider = ${provider} and cell = any(${[...cells]}::text[])`;

export const readingsOf = async (
  db: DbOrTrx,
  provider: string,
  cells: readonly string[],
): Promise<ReadonlyMap<string, StoredReading>> => {
  const { rows } = await sql<StoredReading & { cell: string }>`
    select cell, reading, read_at as "readAt", tried_at as "triedAt", failure
    from weather_reading where ${key(provider, cells)}`.execute(db);
  return new Map(rows.map(({ cell, ...row }) => [cell, row]));
};

/** Takes the turn to ask for a cell. False while another server asks, or has lately. */
export const claimReading = async (
  db: DbOrTrx,
  { provider, cell, at }: { provider: string; cell: string; at: Date },
): Promise<boolean> => {
  const { freshFor, againAfter } = limits.weather;
  const { rows } = await sql`
    insert into weather_reading (provider, cell, tried_at) values (${provider}, ${cell}, ${at})
    on conflict (provider, cell) do update set tried_at = excluded.tried_at
      where weather_reading.tried_at <= ${new Date(at.getTime() - againAfter)}
        and coalesce(weather_reading.read_at, 'epoch') <= ${new Date(at.getTime() - freshFor)}
    returning cell`.execute(db);
  return rows.length === 1;
};

/** What came of it. A failure leaves what was read before. */
export const storeReading = async (
  db: DbOrTrx,
  { provider, cell, at }: { provider: string; cell: string; at: Date },
  outcome: OutsideReading | WeatherFailure,
): Promise<void> => {
  const [failure, reading] = typeof outcome === 'string' ? [outcome, null] : [null, outcome];
  await db
    .updateTable('weather_reading')
    .set(failure === null ? { failure, reading: JSON.stringify(reading), read_at: at } : { failure })
    .where('provider', '=', provider)
    .where('cell', '=', cell)
    .execute();
};

export interface DockReading extends Pick<DockWeather, 'dockOID' | 'name' | 'lng' | 'lat' | 'online'> {
  values: Record<string, unknown>;
  droneValues: Record<string, unknown>;
  at: Date | null;
  droneAt: Date | null;
  airborne: boolean;
}

/** What docks in service with a place told last, within the caller's scope. */
export const dockReadings = async (
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
): Promise<DockReading[]> => {
  const { rows } = await sql<DockReading>`
    select dock.oid as "dockOID", dock.name, snapshot.lng, snapshot.lat, snapshot.online,
      jsonb_build_object('wind_speed', dock_values -> 'wind_speed', 'rainfall', dock_values -> 'rainfall',
        'environment_temperature', dock_values -> 'environment_temperature', 'humidity', dock_values -> 'humidity')
        as values,
      jsonb_build_object('wind_direction', drone_values -> 'wind_direction') as "droneValues",
      snapshot.last_seen_at as at, snapshot.drone_last_seen_at as "droneAt",
      snapshot.drone_online and snapshot.drone_airborne as airborne
    from dock join dock_snapshot snapshot on snapshot.dock_oid = dock.oid
    where dock.deleted_at is null and dock.retired_at is null and dock.kind = 'dock'
      and snapshot.lng is not null and snapshot.lat is not null and ${inScope('dock.group_oid', scope)}
    order by dock.name, dock.oid limit ${limits.weather.answered}`.execute(db);
  return rows;
};
