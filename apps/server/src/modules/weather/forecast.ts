import { limits, type ForecastThen, type ForecastUnknown } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { claimForecast, forecastsOf, storeForecast, type StoredForecast } from './forecast.store.ts';
import { cellOf, middleOf, type OutsideDeps } from './outside.ts';
import { askForecast, WeatherFailed } from './providers.ts';

/** What is to be flown where, from when until when, epoch ms; null: nobody knows where. */
export interface ForecastQuestion {
  place: Place | null;
  from: number;
  until: number;
}
export type ForecastAt = (question: ForecastQuestion) => ForecastThen | ForecastUnknown;

const hour = 3_600_000;
const worst = (figures: readonly (number | null)[]): number | null =>
  // An hour of which nothing is said may be the worst of them.
  figures.length === 0 || figures.includes(null) ? null : Math.max(...(figures as number[]));

/** The worst of the hours that a flight touches; a day without one of them is not covered. */
const answer = (
  stored: StoredForecast | undefined,
  { from, until }: ForecastQuestion,
  now: number,
): ForecastThen | ForecastUnknown => {
  const readAt = stored?.readAt?.getTime() ?? null;
  if (!stored?.hours || readAt === null || now - readAt > limits.weather.forecastFor) return 'forecastFailed';
  const wanted = stored.hours.filter(({ at }) => at < until && at + hour > from);
  const asked = Math.ceil(until / hour) - Math.floor(from / hour);
  if (wanted.length < asked) return 'beyondForecast';
  return {
    wind: worst(wanted.map(({ wind }) => wind)),
    rain: worst(wanted.map(({ rain }) => rain)),
    ageMs: Math.max(0, Math.round(now - readAt)),
  };
};

/**
 * What the provider of the setting says of the next days: asked for each place at most every half hour, by one server,
 * kept in the database for the others. An answer older than `limits.weather.forecastFor` counts as none.
 */
export const createForecast = (
  { db, serverTime, log }: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  { settings, loopback }: OutsideDeps,
) => {
  const { answer: within, bodyBytes, forecastAsked, forecastFor } = limits.weather;
  const fetcher = createOutgoing({ answer: within, bodyBytes, loopback });

  const renew = async (provider: string, cell: string): Promise<void> => {
    const claim = { provider, cell, at: new Date(serverTime()) };
    if (!settings || !(await claimForecast(db, claim))) return;
    const outcome = await askForecast(settings, middleOf(cell), fetcher).catch((error: unknown) => {
      if (!(error instanceof WeatherFailed)) throw error;
      log.warn({ provider, reason: error.reason }, 'no forecast from the provider');
      return error.reason;
    });
    await storeForecast(db, { ...claim, at: new Date(serverTime()) }, outcome);
  };

  return {
    /** Asks for what is missing or getting old, a few places at a time. */
    async renew(places: readonly Place[]): Promise<void> {
      if (!settings) return;
      const { provider } = settings;
      const cells = [...new Set(places.map(cellOf))];
      const known = await forecastsOf(db, provider, cells);
      const old = serverTime() - forecastFor / 2;
      const stale = cells.filter((cell) => (known.get(cell)?.readAt?.getTime() ?? 0) < old);
      // The turn is taken in the database; those that were tried lately do not keep others from theirs.
      let asked = 0;
      for (const cell of stale) {
        if (asked >= forecastAsked) break;
        await renew(provider, cell);
        asked += 1;
      }
    },
    /** What is known of these places, nothing is asked. */
    async known(places: readonly Place[]): Promise<ForecastAt> {
      if (!settings) return () => 'noForecast';
      const stored = await forecastsOf(db, settings.provider, [...new Set(places.map(cellOf))]);
      const now = serverTime();
      return (question) =>
        question.place === null ? 'placeUnknown' : answer(stored.get(cellOf(question.place)), question, now);
    },
  };
};
export type Forecast = ReturnType<typeof createForecast>;
