import type { WeatherFailure } from '@eyrie/domain';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { ForecastHour } from './providers.ts';

export interface StoredForecast {
  hours: ForecastHour[] | null;
  readAt: Date | null;
  failure: WeatherFailure | null;
}

export const forecastsOf = async (
  db: DbOrTrx,
  provider: string,
  cells: readonly string[],
): Promise<ReadonlyMap<string, StoredForecast>> => {
  const { rows } = await sql<StoredForecast & { cell: string }>`
    select cell, hours, read_at as "readAt", failure from weather_forecast
    where provider = ${provider} and cell = any(${[...cells]}::text[])`.execute(db);
  return new Map(rows.map(({ cell, ...row }) => [cell, row]));
};

/** Takes the turn to ask for a cell. False while another server asks, or has lately. */
export const claimForecast = async (
  db: DbOrTrx,
  { provider, cell, at }: { provider: string; cell: string; at: Date },
): Promise<boolean> => {
  const { forecastFor, againAfter } = limits.weather;
  const { rows } = await sql`
    insert into weather_forecast (provider, cell, tried_at) values (${provider}, ${cell}, ${at})
    on conflict (provider, cell) do update set tried_at = excluded.tried_at
      where weather_forecast.tried_at <= ${new Date(at.getTime() - againAfter)}
        and coalesce(weather_forecast.read_at, 'epoch') <= ${new Date(at.getTime() - forecastFor / 2)}
    returning cell`.execute(db);
  return rows.length === 1;
};

/** What came of it. A failure leaves what was read before. */
export const storeForecast = async (
  db: DbOrTrx,
  { provider, cell, at }: { provider: string; cell: string; at: Date },
  outcome: ForecastHour[] | WeatherFailure,
): Promise<void> => {
  const [failure, hours] = typeof outcome === 'string' ? [outcome, null] : [null, outcome];
  await db
    .updateTable('weather_forecast')
    .set(failure === null ? { failure, hours: JSON.stringify(hours), read_at: at } : { failure })
    .where('provider', '=', provider)
    .where('cell', '=', cell)
    .execute();
};
