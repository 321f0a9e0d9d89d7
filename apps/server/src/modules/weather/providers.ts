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
/** It writes its figures as text; wind in km/h. */
const figure = z.coerce.number().finite().nullish();
const qweather = z.object({
  code: z.literal('200'),
  now: z.object({ temp: figure, humidity: figure, windSpeed: figure, wind360: figure, precip: figure }),
});

const providers: Readonly<Record<WeatherSettings['provider'], Provider>> = {
  'open-meteo': {
    path: ({ lng, lat }) =>
      `/v1/forecast?latitude=${lat}&longitude=${lng}&wind_speed_unit=ms&current=temperature_2m,relative_humidity_2m,precipitation,wind_speed_10m,wind_direction_10m`,
    headers: () => ({}),
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

/**
 * Asks the provider of the setting for the weather at a place. No other host is called, no redirection followed.
 * @throws WeatherFailed
 */
export const askProvider = async (
  { provider, url, key }: WeatherSettings,
  place: Place,
  ask: Ask,
): Promise<OutsideReading> => {
  const { path, headers, read } = providers[provider];
  const answer = await ask(`${url}${path(place)}`, { headers: headers(key) }).catch((error: unknown) => {
    throw new WeatherFailed(isTimeout(error) ? 'timeout' : 'unreachable');
  });
  if (answer.status !== 200) throw new WeatherFailed('status');
  try {
    return read(JSON.parse(await bodyOf(answer)));
  } catch {
    throw new WeatherFailed('shape');
  }
};
