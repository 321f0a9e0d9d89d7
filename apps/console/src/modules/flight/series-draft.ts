import { limits, seriesCalls, type SeriesFlown } from '@eyrie/domain';
import { choicesOf, type FlightDraft } from './flight-form.rules.ts';

/** A flight of an arrangement beside its first one. */
export interface PartDraft {
  /** Its own in the form, whatever is removed before it. */
  key: number;
  routeOID: string | null;
  dockOID: string | null;
}

/** What is arranged beside the flight of the form. */
export interface SeriesDraft {
  more: readonly PartDraft[];
  flown: SeriesFlown;
  gapSeconds: number | null;
  /** In order: each part begins by itself after the one before. */
  startsItself: boolean;
  /** By how much the return altitude of each next flight is higher, m. */
  heightStep: number | null;
}

/**
 * @param routes of the flights after the first one
 * @param mayStart whether whoever arranges may start flights, and so let them begin by themselves
 */
export const firstSeries = (
  routes: readonly string[],
  dockOID: string | null,
  mayStart: boolean,
): SeriesDraft => ({
  more: routes.slice(0, limits.flightSeries.sizeMax - 1).map((routeOID, key) => ({ key, routeOID, dockOID })),
  flown: 'inOrder',
  gapSeconds: limits.flightSeries.gapUsual,
  startsItself: mayStart,
  heightStep: 0,
});

/** One flight more, as the last one is: of the same route over docks at once, or of the same dock in order. */
export const withPart = (
  series: SeriesDraft,
  first: Pick<FlightDraft, 'routeOID' | 'dockOID'>,
): SeriesDraft => {
  const last = series.more.at(-1);
  const key = Math.max(-1, ...series.more.map((part) => part.key)) + 1;
  return { ...series, more: [...series.more, { key, routeOID: null, dockOID: (last ?? first).dockOID }] };
};

export const withoutPart = (series: SeriesDraft, key: number): SeriesDraft => ({
  ...series,
  more: series.more.filter((part) => part.key !== key),
});

/**
 * The parts in turn over docks that are able, at once; the chosen dock keeps the first one where it is among them.
 * @returns null: fewer than two docks are able
 */
export const sharedParts = (
  series: SeriesDraft,
  chosen: string | null,
  able: readonly string[],
): { dockOID: string | null; series: Pick<SeriesDraft, 'more' | 'flown'> } | null => {
  if (able.length < 2) return null;
  const docks =
    chosen !== null && able.includes(chosen) ? [chosen, ...able.filter((one) => one !== chosen)] : able;
  const at = (place: number): string | null => docks[place % docks.length] ?? null;
  const more = series.more.map((part, place) => ({ ...part, dockOID: at(place + 1) }));
  return { dockOID: at(0), series: { more, flown: docks.length > more.length ? 'atOnce' : 'inOrder' } };
};

/** The request of an arrangement of several flights: the call's own schema decides. */
export const seriesRequest = (
  draft: FlightDraft,
  { more, flown, gapSeconds, heightStep, startsItself }: SeriesDraft,
) => {
  const shares = flown === 'atOnce';
  const goesOn = !shares && startsItself;
  const altitude = (place: number): number | undefined =>
    draft.returnAltitude === null || (shares && heightStep === null)
      ? undefined
      : draft.returnAltitude + (shares ? place * (heightStep ?? 0) : 0);
  return seriesCalls.add.request.safeParse({
    flown,
    gapSeconds: shares || goesOn ? (gapSeconds ?? undefined) : 0,
    ...(goesOn ? { startsItself } : {}),
    lostAction: draft.lostAction,
    clarity: draft.clarity,
    ...choicesOf(draft),
    ...(draft.taskOID ? { taskOID: draft.taskOID } : {}),
    ...(draft.taskName.trim() ? { taskName: draft.taskName } : {}),
    flights: [draft, ...more].map(({ routeOID, dockOID }, place) => ({
      routeOID: routeOID ?? undefined,
      dockOID: dockOID ?? undefined,
      returnAltitude: altitude(place),
    })),
  });
};

/** What is wrong with an arrangement beside the flight of the form. */
export interface SeriesFaults {
  /** Numbers of flights, from 2, without a route or without a dock. */
  route: readonly number[];
  dock: readonly number[];
  gap: boolean;
  /** The step, or the altitude of a flight that follows from it. */
  height: boolean;
}
export const noSeriesFaults: SeriesFaults = { route: [], dock: [], gap: false, height: false };

export const seriesFaults = (draft: FlightDraft, series: SeriesDraft): SeriesFaults => {
  const parsed = series.more.length === 0 ? null : seriesRequest(draft, series);
  if (!parsed || parsed.success) return noSeriesFaults;
  const paths = parsed.error.issues.map(({ path }) => path);
  const of = (field: string): number[] =>
    paths.flatMap(([top, place, name]) =>
      top === 'flights' && name === field && typeof place === 'number' && place > 0 ? [place + 1] : [],
    );
  return {
    route: of('routeOID'),
    dock: of('dockOID'),
    gap: paths.some(([top]) => top === 'gapSeconds'),
    height: of('returnAltitude').length > 0,
  };
};

export const hasFaults = ({ route, dock, gap, height }: SeriesFaults): boolean =>
  route.length > 0 || dock.length > 0 || gap || height;
