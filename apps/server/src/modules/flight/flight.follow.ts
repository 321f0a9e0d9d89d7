import type { Log } from '../../platform/log.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { judgedJob, type RouteLine } from './flight.standing.ts';
import { routeLineOf, storeStanding } from './flight.progress.store.ts';

export interface FlightFollowDependencies {
  db: DbOrTrx;
  log: Log;
  /** Monotonic ms. */
  now(): number;
  /** Presence of the dock changed: its job moved. */
  touched(link: DockLink): void;
  /** The flight has come into another phase, which is stored. */
  moved(link: DockLink, flightOID: string): Promise<void>;
}

interface Followed {
  flightOID: string;
  /** Undefined: not read yet. */
  line: RouteLine | null | undefined;
  /** What is stored: the phase, and how many tenths of the route. */
  stored: string | null;
  busy: boolean;
}

type Job = NonNullable<DockLink['job']>;

/** Rows are written for another phase or another tenth of the route, not for every metre. */
const standingKey = ({ phase, progress }: Job): string => `${phase} ${Math.floor((progress ?? 0) / 10)}`;

const differs = (a: Job, b: Job): boolean =>
  a.phase !== b.phase ||
  a.progress !== b.progress ||
  a.secondsLeft !== b.secondsLeft ||
  a.stepName !== b.stepName;

/** Keeps where the open flight of each dock stands: in memory for the live messages, stored as it moves on. */
export const createFlightFollow = ({ db, log, now, touched, moved }: FlightFollowDependencies) => {
  const followed = new WeakMap<DockLink, Followed>();

  const entryOf = (link: DockLink, flightOID: string): Followed => {
    const known = followed.get(link);
    if (known?.flightOID === flightOID) return known;
    const fresh: Followed = { flightOID, line: undefined, stored: null, busy: false };
    followed.set(link, fresh);
    return fresh;
  };

  const save = async (link: DockLink, entry: Followed): Promise<void> => {
    if (entry.line === undefined) entry.line = await routeLineOf(db, entry.flightOID);
    if (link.job?.flightOID !== entry.flightOID) return;
    // By the line that was only read now: what is stored stands until the next tenth of the route.
    const job = judgedJob(link, link.job, entry.line, now());
    const standing = standingKey(job);
    if (entry.stored === standing) return;
    await storeStanding(db, entry.flightOID, job);
    entry.stored = standing;
    await moved(link, entry.flightOID);
  };

  return (link: DockLink, at: number): void => {
    const { job } = link;
    if (!job) return;
    const entry = entryOf(link, job.flightOID);
    const next = judgedJob(link, job, entry.line, at);
    if (differs(next, job)) {
      link.job = next;
      touched(link);
    }
    if (entry.busy || (entry.line !== undefined && entry.stored === standingKey(next))) return;
    entry.busy = true;
    save(link, entry)
      .catch((error: unknown) => log.warn({ err: error }, 'phase of a flight not stored'))
      .finally(() => {
        entry.busy = false;
      });
  };
};
export type FlightFollow = ReturnType<typeof createFlightFollow>;
