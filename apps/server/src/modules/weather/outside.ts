import { limits, type OutsideWeather } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { askProvider, WeatherFailed, type WeatherSettings } from './providers.ts';
import { claimReading, readingsOf, storeReading, type StoredReading } from './weather.store.ts';

export interface OutsideDeps {
  settings: WeatherSettings | undefined;
  /** A provider on this very machine may be called: nobody else reaches this server. */
  loopback: boolean;
}

/** A provider is told no more of where docks stand than a cell of a tenth of a degree. */
export const cellOf = ({ lng, lat }: Place): string => `${lng.toFixed(1)},${lat.toFixed(1)}`;
export const middleOf = (cell: string): Place => {
  const [lng = 0, lat = 0] = cell.split(',').map(Number);
  return { lng, lat };
};

const standingOf = (provider: string, stored: StoredReading | undefined, now: number): OutsideWeather => {
  const at = stored?.readAt?.getTime() ?? null;
  const failure = stored?.failure ?? null;
  return {
    // A question that is under way elsewhere has brought nothing yet.
    state: failure === null && at !== null ? 'ok' : 'failed',
    provider,
    failure: failure ?? (at === null ? 'timeout' : null),
    at,
    ageMs: at === null ? null : Math.max(0, Math.round(now - at)),
    reading: stored?.reading ?? null,
  };
};

const off: OutsideWeather = {
  state: 'off',
  provider: null,
  failure: null,
  at: null,
  ageMs: null,
  reading: null,
};

/** Weather by the provider of the setting, kept in the database: one server asks, both answer. */
export const createOutside = (
  { db, serverTime, log }: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  { settings, loopback }: OutsideDeps,
) => {
  const { answer, bodyBytes, asked, freshFor } = limits.weather;
  const fetcher = createOutgoing({ answer, bodyBytes, loopback });

  const renew = async (from: WeatherSettings, cell: string): Promise<void> => {
    const claim = { provider: from.provider, cell, at: new Date(serverTime()) };
    if (!(await claimReading(db, claim))) return;
    const outcome = await askProvider(from, middleOf(cell), fetcher).catch((error: unknown) => {
      if (!(error instanceof WeatherFailed)) throw error;
      log.warn({ provider: from.provider, reason: error.reason }, 'no weather from the provider');
      return error.reason;
    });
    await storeReading(db, { ...claim, at: new Date(serverTime()) }, outcome);
  };

  return async (places: readonly Place[]) => {
    if (!settings) return { at: () => off, worst: off };
    const { provider } = settings;
    const cells = [...new Set(places.map(cellOf))];
    const before = await readingsOf(db, provider, cells);
    const now = serverTime();
    const stale = cells.filter((cell) => now - (before.get(cell)?.readAt?.getTime() ?? 0) > freshFor);
    await Promise.all(stale.slice(0, asked).map((cell) => renew(settings, cell)));
    const stored = stale.length === 0 ? before : await readingsOf(db, provider, cells);
    const at = (place: Place): OutsideWeather =>
      standingOf(provider, stored.get(cellOf(place)), serverTime());
    const all = cells.map((cell) => standingOf(provider, stored.get(cell), serverTime()));
    const worst = all.find(({ state }) => state === 'failed') ?? all[0] ?? { ...off, provider };
    return { at, worst };
  };
};
