import type { z } from 'zod';
import { limits } from '../limits.ts';
import type { DockWind, OutsideWeather, weatherCalls, WeatherFailure } from './weather.calls.ts';

/** Whose wind it is. */
export type WindSource =
  | { readonly kind: 'dock'; readonly name: string }
  | { readonly kind: 'outside'; readonly name: string };

/** The wind at a place as it can be taken into a plan, or why it cannot. Ages in ms at the time of the answer. */
export type WindOffer =
  | {
      readonly state: 'known';
      readonly source: WindSource;
      /** m/s. */
      readonly speed: number;
      /** Degrees from which it blows, and by whom; null: not known. */
      readonly from: number | null;
      readonly fromOf: 'drone' | 'outside' | null;
      readonly ageMs: number;
      /** From this age on it counts as old. */
      readonly oldAfterMs: number;
    }
  | { readonly state: 'old'; readonly source: WindSource; readonly ageMs: number }
  | { readonly state: 'failed'; readonly failure: WeatherFailure }
  | { readonly state: 'none' };

type CityWeather = z.output<(typeof weatherCalls)['city']['response']>;

/** Metres from a place at which the wind of a dock still says something of it. */
const near = 10_000;

const outsideOf = ({ provider }: OutsideWeather): WindSource => ({ kind: 'outside', name: provider ?? '' });
const fresh = (ageMs: number | null, most: number): ageMs is number => ageMs !== null && ageMs <= most;

/** The direction at a dock: by its aircraft in the air, else by what the provider says now. Docks have no vane. */
function directionOf(
  oid: string,
  winds: readonly DockWind[],
  outside: OutsideWeather,
): { from: number | null; fromOf: 'drone' | 'outside' | null } {
  const own = winds.find(({ dockOID }) => dockOID === oid);
  if (own?.windFromOf === 'drone') return { from: own.windFrom, fromOf: 'drone' };
  const other = fresh(outside.ageMs, limits.weather.freshFor) ? (outside.reading?.windFrom ?? null) : null;
  return other === null ? { from: null, fromOf: null } : { from: other, fromOf: 'outside' };
}

/**
 * The wind for a plan: of the dock from which it flies, else of the nearest one, while its sensors are heard; then of the provider
 * outside. What is old is never offered as wind, only said to be old.
 * @param dockOID from which it flies; null: not chosen
 * @param winds the directions at docks
 */
export function chooseWind(
  { docks, outside }: CityWeather,
  winds: readonly DockWind[],
  dockOID: string | null,
): WindOffer {
  const { directionFor, freshFor } = limits.weather;
  const measuring = docks
    .filter(({ dockOID: oid, distance, wind }) => wind !== null && (oid === dockOID || distance <= near))
    .toSorted(
      (a, b) => Number(b.dockOID === dockOID) - Number(a.dockOID === dockOID) || a.distance - b.distance,
    );
  for (const { dockOID: oid, name, online, wind, ageMs } of measuring)
    if (online && wind !== null && fresh(ageMs, directionFor))
      return {
        state: 'known',
        source: { kind: 'dock', name },
        speed: wind,
        ...directionOf(oid, winds, outside),
        ageMs,
        oldAfterMs: directionFor,
      };
  const { reading, ageMs, failure } = outside;
  if (reading && reading.wind !== null && fresh(ageMs, freshFor))
    return {
      state: 'known',
      source: outsideOf(outside),
      speed: reading.wind,
      from: reading.windFrom,
      fromOf: reading.windFrom === null ? null : 'outside',
      ageMs,
      oldAfterMs: freshFor,
    };
  const past = [
    ...measuring.map((dock) => ({ source: { kind: 'dock', name: dock.name } as const, ageMs: dock.ageMs })),
    ...(reading && reading.wind !== null ? [{ source: outsideOf(outside), ageMs }] : []),
  ]
    .flatMap(({ source, ageMs: age }) => (age === null ? [] : [{ source, ageMs: age }]))
    .toSorted((a, b) => a.ageMs - b.ageMs);
  if (past[0]) return { state: 'old', ...past[0] };
  return failure === null ? { state: 'none' } : { state: 'failed', failure };
}
