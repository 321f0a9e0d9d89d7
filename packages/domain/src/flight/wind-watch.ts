/** What is remembered of the wind around an aircraft in flight. Moments on one clock, ms. */
export interface WindWatch {
  flightOID: string;
  /** When it was first heard above the limit, without a lower one in between; null: it is not, or nobody says. */
  since: number | null;
  /** When it was heard last. */
  at: number;
  /** The most that was heard since, m/s. */
  most: number;
  /** It was acted on, and holds until the wind has been at the limit or below. */
  judged: boolean;
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
  if (!heard) return { flightOID, since: null, at: same?.at ?? 0, most: 0, judged: same?.judged ?? false };
  const { wind, limit, at } = heard;
  if (wind <= limit) return { flightOID, since: null, at, most: 0, judged: false };
  const since = same?.since ?? at;
  const most = Math.max(same?.since == null ? 0 : same.most, wind);
  return { flightOID, since, at, most, judged: same?.judged ?? false };
};

/** Whether it has blown above the limit for so long, by what was heard, not by the clock. */
export const isLastingWind = ({ since, at, judged }: WindWatch, seconds: number): boolean =>
  !judged && since !== null && at - since >= seconds * 1_000;
