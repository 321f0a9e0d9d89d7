import type { Link } from '../../platform/link-state.ts';
import type { Latest } from '../../platform/telemetry.ts';

/**
 * Whether an aircraft is in reach of what it flies with. That is published when it changes: what came over an earlier link
 * may have changed unheard, and while the link is down nothing is heard at all. Then what was read last counts.
 */
export const inReach = (
  read: boolean,
  latest: Latest<'droneOnline'> | null,
  link: Pick<Link, 'state' | 'since'>,
): boolean =>
  link.state === 'up' && latest !== null && latest.receivedAt >= link.since ? latest.data.online : read;
