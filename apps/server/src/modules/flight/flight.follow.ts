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
  /** The row is written one after the other: what was judged earlier must not land on top of what was judged later. */
  last: Promise<void>;
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
    const fresh: Followed = {
      flightOID,
      line: undefined,
      stored: null,
      last: Promise.resolve(),
      busy: false,
    };
    followed.set(link, fresh);
    return fresh;
  };

  const followJob = (link: DockLink, job: Job, line: RouteLine | null | undefined, at: number): Job => {
    const next = judgedJob(link, job, line, at);
    if (differs(next, job)) {
      link.job = next;
      touched(link);
    }
    return next;
  };

  const inTurn = (entry: Followed, work: () => Promise<void>): Promise<void> => {
    const done = entry.last.then(work);
    entry.last = done.catch(() => undefined);
    return done;
  };

  /** Where the flight stands when its turn comes; null: it is open no more. */
  const standingOf = async (link: DockLink, entry: Followed): Promise<Job | null> => {
    if (entry.line === undefined) entry.line = await routeLineOf(db, entry.flightOID);
    return link.job?.flightOID === entry.flightOID ? followJob(link, link.job, entry.line, now()) : null;
  };

  const save = async (link: DockLink, entry: Followed): Promise<void> => {
    const job = await standingOf(link, entry);
    if (!job || entry.stored === standingKey(job)) return;
    await storeStanding(db, entry.flightOID, job);
    entry.stored = standingKey(job);
    await moved(link, entry.flightOID);
  };

  return {
    /** The dock or its aircraft has reported: where the flight stands is judged anew, and stored when it has moved on. */
    look(link: DockLink, at: number): void {
      const { job } = link;
      if (!job) return;
      const entry = entryOf(link, job.flightOID);
      const next = followJob(link, job, entry.line, at);
      if (entry.busy || (entry.line !== undefined && entry.stored === standingKey(next))) return;
      entry.busy = true;
      inTurn(entry, () => save(link, entry))
        .catch((error: unknown) => log.warn({ err: error }, 'phase of a flight not stored'))
        .finally(() => {
          entry.busy = false;
        });
    },
    /** Stores a report of the dock with where its flight stands. Throws what `store` throws. */
    async report(link: DockLink, flightOID: string, store: (standing: Job) => Promise<void>): Promise<void> {
      const entry = entryOf(link, flightOID);
      await inTurn(entry, async () => {
        const job = await standingOf(link, entry);
        if (!job) return;
        await store(job);
        entry.stored = standingKey(job);
      });
    },
  };
};
export type FlightFollow = ReturnType<typeof createFlightFollow>;
