import { z } from 'zod';
import { call } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { rainfalls } from '../dock/dock.ts';
import { latitude, longitude, oid, sentInstant } from '../shape.ts';

const figure = z.number().nullable();

/** A figure in the query of a GET. */
const degrees = (max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
    .transform(Number)
    .pipe(z.number().min(-max).max(max));

/** Why an outside provider gave no answer that can be used. */
export const weatherFailures = ['timeout', 'unreachable', 'status', 'shape'] as const;
export type WeatherFailure = (typeof weatherFailures)[number];

/** Degrees Celsius, percent, m/s at 10 m, degrees from which the wind blows, mm of the last hour. */
export const outsideReading = z.object({
  temperature: figure,
  humidity: figure,
  wind: figure,
  windFrom: figure,
  rain: figure,
});
export type OutsideReading = z.output<typeof outsideReading>;

/** `off`: none is set. `failed`: the last question failed; what an earlier one brought stays, with its age. */
export const outsideWeather = z.object({
  state: z.enum(['off', 'ok', 'failed']),
  provider: z.string().nullable(),
  failure: z.enum(weatherFailures).nullable(),
  at: sentInstant.nullable(),
  ageMs: figure,
  reading: outsideReading.nullable(),
});
export type OutsideWeather = z.output<typeof outsideWeather>;

/** What a dock's own sensors say, and when it was heard last. */
export const dockWeather = z.object({
  dockOID: oid,
  name: z.string(),
  lng: longitude,
  lat: latitude,
  online: z.boolean(),
  /** m/s at its anemometer. */
  wind: figure,
  rainfall: z.enum(rainfalls).nullable(),
  temperature: figure,
  humidity: figure,
  at: sentInstant.nullable(),
  ageMs: figure,
});
export type DockWeather = z.output<typeof dockWeather>;

export const dockWind = dockWeather.extend({
  /** Degrees from which it blows, of whom; docks have no vane. */
  windFrom: figure,
  windFromOf: z.enum(['drone', 'outside']).nullable(),
});
export type DockWind = z.output<typeof dockWind>;

/** Pages that show the weather; the planner takes the wind from it. */
const readers = ['/DeviceAll', '/PortMonitorSee', '/RoutePlanning', ...cockpitPages] as const;

export const weatherCalls = {
  city: call({
    method: 'GET',
    path: '/nebula-five/weather/city.rest',
    effect: 'reads',
    summary:
      'The weather at a place: the sensors of the nearest docks first, then the outside provider where one is set',
    permission: readers,
    request: z.object({ lng: degrees(180), lat: degrees(90) }),
    response: z.object({
      docks: z.array(dockWeather.extend({ distance: z.number() })),
      outside: outsideWeather,
    }),
  }),
  direction: call({
    method: 'GET',
    path: '/nebula-five/weather/direction.rest',
    effect: 'reads',
    summary:
      'Wind and rain at every dock, with the direction from its aircraft in the air or the outside provider',
    permission: readers,
    request: z.object({}),
    response: z.object({
      list: z.array(dockWind),
      /** How the outside provider stands, of the place that was asked for last. */
      outside: outsideWeather.omit({ reading: true }),
    }),
  }),
};
