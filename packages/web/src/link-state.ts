import type { LiveState } from '@eyrie/client';

/** The link between this page and the server. Moments are on the monotonic clock. */
export interface Link {
  state: LiveState;
  /** When it last changed; of a link that is down, since when nothing is known. */
  since: number;
  /** The server's last word, where it stopped answering on a link that still stands. */
  quietSince: number | null;
}

/** The link after the connection told its state at `at`. Tries after a loss must not restart the count of the outage. */
export const afterState = (link: Link, state: LiveState, at: number): Link => {
  if (link.state === 'down' && state !== 'up') return link;
  if (state === 'down') return { ...link, state, since: link.quietSince ?? at };
  return state === link.state ? link : { ...link, state, since: at };
};
