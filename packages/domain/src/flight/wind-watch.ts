import { limits } from '../limits.ts';

const { againStep, againAfter } = limits.windAbort;

/** What is remembered of the wind around an aircraft in flight. Moments on one clock, ms. */
export interface WindWatch {
  flightOID: string;
  /** When it was first heard above the limit, without a lower one in between; null: it is not, or nobody says. */
  since: number | null;
  /** When it was heard last. */
  at: number;
  /** The most that was heard since, or since it was acted on, m/s. */
  most: number;
  /** When it was acted on, and at which wind; holds until the wind has been at the limit or below. */
  judged: { at: number; most: number } | null;
  /** Since when it is a step above that wind, without a lower one in between. */
  strongerSince: number | null;
}

/** A word on the wind: when it came, in m/s, and what it must not be above. */
export interface WindHeard {
  wind: number;
  limit: number;
  at: number;
}

/** @param heard null: nobody says, or what was said is old, which says nothing of now */
export const watchWind = (
  before: WindWatch | undefined,
  flightOID: string,
  heard: WindHeard | null,
): WindWatch => {
  const same = before?.flightOID === flightOID ? before : undefined;
  const judged = same?.judged ?? null;
  const below = { flightOID, since: null, most: 0, strongerSince: null };
  if (!heard) return { ...below, at: same?.at ?? 0, judged };
  const { wind, limit, at } = heard;
  if (wind <= limit) return { ...below, at, judged: null };
  const since = same?.since ?? at;
  const most = Math.max(same?.since == null ? 0 : same.most, wind);
  const stronger = judged !== null && wind >= judged.most + againStep;
  return { flightOID, since, at, most, judged, strongerSince: stronger ? (same?.strongerSince ?? at) : null };
};

/** The same after it was acted on. */
export const judgedWind = (watch: WindWatch, acted: Pick<WindWatch, 'at' | 'most'>): WindWatch => ({
  ...watch,
  most: 0,
  strongerSince: null,
  judged: watch.since === null ? null : { at: acted.at, most: acted.most },
});

/**
 * Whether it has blown above the limit for so long, by what was heard, not by the clock. Where it was acted on already and
 * has not dropped since: whether it has been a step stronger for so long, or lasts long after.
 */
export const isLastingWind = ({ since, at, judged, strongerSince }: WindWatch, seconds: number): boolean => {
  const lasts = (from: number | null): boolean => from !== null && at - from >= seconds * 1_000;
  if (judged === null) return lasts(since);
  return lasts(strongerSince) || (lasts(since) && at - judged.at >= againAfter);
};
