import { createConcurrencyLimiter, createKeyedLimiter } from '../../platform/concurrency-limiter.ts';

/** Requests that are under way at once: of one source, of one organisation, and in all. */
export interface ShareBounds {
  source: number;
  organisation: number;
  all: number;
  /** How many may wait behind those of one source, and how long, ms. */
  waiting: number;
  wait: number;
}

/** Whose request it is: sources are those of one organisation, so that nobody stands in another's queue. */
export interface Share {
  organisation: string;
  source: string;
}

/**
 * Lets requests to servers elsewhere through, so that one that drips holds up its own alone. They wait for their source
 * before they take of what is shared.
 * @throws Refusal tooManyRequests where too many wait, or one too long
 */
export const createShares = ({ source, organisation, all, waiting, wait }: ShareBounds) => {
  const ofSource = createKeyedLimiter({ atOnce: source, queue: waiting, wait });
  const ofOrganisation = createKeyedLimiter({ atOnce: organisation, queue: waiting, wait });
  const ofAll = createConcurrencyLimiter({ atOnce: all, queue: waiting * 4, wait });
  return <T>(of: Share, work: () => Promise<T>): Promise<T> =>
    ofSource(`${of.organisation} ${of.source}`, () => ofOrganisation(of.organisation, () => ofAll(work)));
};
