import { gunzipSync } from 'node:zlib';
import { limits, type OutsideReading, type WeatherFailure } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { z } from 'zod';
import type { Settings } from '../../platform/settings.ts';

export type WeatherSettings = NonNullable<Settings['weather']>;
type Ask = (address: string, sent?: { headers?: Record<string, string> }) => Promise<Response>;

/** A provider could not be asked, or answered nothing that can be used. */
export class WeatherFailed extends Error {
  override name = 'WeatherFailed';
  readonly reason: WeatherFailure;
  constructor(reason: WeatherFailure) {
    super(reason);
    this.reason = reason;
  }
}

interface Provider {
  /** Path and query below the address of the setting. */
  path(place: Place): string;
  headers(key: string): Record<string, string>;
  read(answer: unknown): OutsideReading;
  /** The same of what it says of the next three days. */
  forecastPath(place: Place): string;
  readForecast(answer: unknown): ForecastHour[];
}

/** An hour that begins at a moment, epoch ms: the strongest mean wind at 10 m in it, m/s, and its rain, mm. */
export interface ForecastHour {
  at: number;
  wind: number | null;
  rain: number | null;
}

const number = z.number().finite().nullish();
const openMeteo = z.object({
  current: z.object({
    temperature_2m: number,
    relative_humidity_2m: number,
    precipitation: number,
    wind_speed_10m: number,
    wind_direction_10m: number,
  }),
});
const hourly = z.array(number).max(200);
const openMeteoHours = z.object({
  hourly: z.object({
    time: z.array(z.number().int()).max(200),
    wind_speed_10m: hourly,
    precipitation: hourly,
  }),
});
/** It writes its figures as text; wind in km/h. */
const figure = z.coerce.number().finite().nullish();
const qweather = z.object({
  code: z.literal('200'),
  now: z.object({ temp: figure, humidity: figure, windSpeed: figure, wind360: figure, precip: figure }),
});

const qweatherHours = z.object({
  code: z.literal('200'),
  hourly: z
    .array(
      z.object({ fxTime: z.iso.datetime({ offset: true, local: true }), windSpeed: figure, precip: figure }),
    )
    .max(200),
});

const strongest = (one: number | null | undefined, other: number | null | undefined): number | null =>
  typeof one === 'number' && typeof other === 'number' ? Math.max(one, other) : null;

const providers: Readonly<Record<WeatherSettings['provider'], Provider>> = {
  'open-meteo': {
    path: ({ lng, lat }) =>
      `/v1/forecast?latitude=${lat}&longitude=${lng}&wind_speed_unit=ms&current=temperature_2m,relative_humidity_2m,precipitation,wind_speed_10m,wind_direction_10m`,
    headers: () => ({}),
    forecastPath: ({ lng, lat }) =>
      `/v1/forecast?latitude=${lat}&longitude=${lng}&wind_speed_unit=ms&timeformat=unixtime&forecast_days=4&hourly=wind_speed_10m,precipitation`,
    readForecast: (answer) => {
      const { time, wind_speed_10m: wind, precipitation } = openMeteoHours.parse(answer).hourly;
      return time.map((at, turn) => ({
        at: at * 1_000,
        // What stands there is of the moment; the hour is as strong as its stronger end.
        wind: strongest(wind[turn], wind[turn + 1] ?? wind[turn]),
        // Of the hour before the moment.
        rain: precipitation[turn + 1] ?? null,
      }));
    },
    read: (answer) => {
      const { current } = openMeteo.parse(answer);
      return {
        temperature: current.temperature_2m ?? null,
        humidity: current.relative_humidity_2m ?? null,
        wind: current.wind_speed_10m ?? null,
        windFrom: current.wind_direction_10m ?? null,
        rain: current.precipitation ?? null,
      };
    },
  },
  qweather: {
    path: ({ lng, lat }) => `/v7/weather/now?location=${lng},${lat}`,
    headers: (key) => ({ 'x-qw-api-key': key }),
    forecastPath: ({ lng, lat }) => `/v7/weather/72h?location=${lng},${lat}`,
    readForecast: (answer) =>
      qweatherHours.parse(answer).hourly.map(({ fxTime, windSpeed, precip }) => ({
        at: Date.parse(fxTime),
        wind: windSpeed === null || windSpeed === undefined ? null : windSpeed / 3.6,
        rain: precip ?? null,
      })),
    read: (answer) => {
      const { now } = qweather.parse(answer);
      const kmh = now.windSpeed ?? null;
      return {
        temperature: now.temp ?? null,
        humidity: now.humidity ?? null,
        wind: kmh === null ? null : kmh / 3.6,
        windFrom: now.wind360 ?? null,
        rain: now.precip ?? null,
      };
    },
  },
};

const bodyOf = async (answer: Response): Promise<string> => {
  const bytes = Buffer.from(await answer.arrayBuffer());
  // QWeather compresses whatever was asked for.
  const packed = answer.headers.get('content-encoding') === 'gzip';
  return (packed ? gunzipSync(bytes, { maxOutputLength: limits.weather.bodyBytes }) : bytes).toString('utf8');
};

/** The end of its time comes as the cause of an abort. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));

/** @throws WeatherFailed */
const asked = async <T>(
  { provider, url, key }: WeatherSettings,
  ask: Ask,
  pathOf: (from: Provider) => string,
  readOf: (from: Provider) => (answer: unknown) => T,
): Promise<T> => {
  const from = providers[provider];
  const answer = await ask(`${url}${pathOf(from)}`, { headers: from.headers(key) }).catch(
    (error: unknown) => {
      throw new WeatherFailed(isTimeout(error) ? 'timeout' : 'unreachable');
    },
  );
  if (answer.status !== 200) throw new WeatherFailed('status');
  try {
    return readOf(from)(JSON.parse(await bodyOf(answer)));
  } catch {
    throw new WeatherFailed('shape');
  }
};

/**
 * Asks the provider of the setting for the weather at a place. No other host is called, no redirection followed.
 * @throws WeatherFailed
 */
export const askProvider = (settings: WeatherSettings, place: Place, ask: Ask): Promise<OutsideReading> =>
  asked(
    settings,
    ask,
    (from) => from.path(place),
    (from) => from.read,
  );

/** The same for what it says of the next days, hour by hour. @throws WeatherFailed */
export const askForecast = (settings: WeatherSettings, place: Place, ask: Ask): Promise<ForecastHour[]> =>
  asked(
    settings,
    ask,
    (from) => from.forecastPath(place),
    (from) => from.readForecast,
  );
