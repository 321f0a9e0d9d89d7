import { limits, type FlightOutcome, type seenEndReasons } from '@eyrie/domain';
import { oldestAgeMs } from '@eyrie/dji';
import { droneAge, droneAirborne, statusOf, type DockLink } from '../dock/index.ts';

export type SeenEndReason = (typeof seenEndReasons)[number];

/** What the dock's state says of an open flight. */
export type EndSigns = 'none' | 'working' | 'idle' | 'home';

/**
 * `home`: fresh word of the dock that it is idle, has no task and its aircraft inside. `idle`: it only has nothing
 * to do. `working`: it has. `none`: nothing fresh.
 */
export const endSigns = (link: DockLink, now: number): EndSigns => {
  const age = oldestAgeMs(link.dockSnapshot, ['mode_code'], now);
  if (age === null || age > limits.command.stateFresh) return 'none';
  const status = statusOf(link, now);
  if (status.workState === 'working') return 'working';
  if (!status.online || status.workState !== 'idle') return 'none';
  if (status.stepCode !== null && status.stepCode !== 5) return 'none';
  const insideAge = oldestAgeMs(link.dockSnapshot, ['drone_in_dock'], now);
  const inside = status.droneInDock === true && insideAge !== null && insideAge <= limits.command.stateFresh;
  const flies = droneAirborne(link, now);
  // An old word of the aircraft that it flew does not outweigh the dock that has it inside.
  const spoke = droneAge(link, now);
  const fliesNow = flies && spoke !== null && spoke <= limits.command.stateFresh;
  if (inside && !fliesNow) return 'home';
  return flies ? 'none' : 'idle';
};

/** What is remembered of an open flight while the dock shows it ended. */
export interface EndWatch {
  flightOID: string;
  /** The dock was seen at work, or reported that it flies, since the flight is watched here. */
  worked: boolean;
  /** Since when the dock shows this, monotonic ms. */
  signs: EndSigns;
  since: number;
}

/** The watch after another look. A report of progress begins the wait anew: the dock is still telling. */
export const watchEnd = (
  before: EndWatch | undefined,
  observation: {
    flightOID: string;
    signs: EndSigns;
    now: number;
    /** Its last report of this flight: when, monotonic ms, and whether it ever reported that it flies it. */
    report: { at: number; atWork: boolean };
  },
): EndWatch => {
  const same = before?.flightOID === observation.flightOID ? before : undefined;
  const since = same?.signs === observation.signs ? same.since : observation.now;
  return {
    flightOID: observation.flightOID,
    worked: (same?.worked ?? false) || observation.report.atWork || observation.signs === 'working',
    signs: observation.signs,
    since: Math.max(since, observation.report.at),
  };
};

/** The reason with which the flight is to be closed now; null: not yet. `flightAge`: ms since its start. */
export const seenEnd = (
  { signs, since, worked }: EndWatch,
  now: number,
  flightAge: number,
): SeenEndReason | null => {
  const lasted = now - since;
  if (signs === 'home' && (worked || flightAge >= limits.flight.beginsWithin))
    return lasted >= limits.flight.endSeenAfter ? 'endSeenInDock' : null;
  if (signs === 'home' || signs === 'idle')
    return lasted >= limits.flight.endUnseenAfter ? 'endedUnobserved' : null;
  return null;
};

/**
 * The same for a flight of whose start nobody knows what became. Only the aircraft inside for as long as a dock may take to
 * begin says that it is over, and nothing says that it never began.
 */
export const unknownStartEnd = ({ signs, since, worked }: EndWatch, now: number): SeenEndReason | null => {
  if (signs !== 'home' || now - since < limits.flight.beginsWithin) return null;
  return worked ? 'endSeenInDock' : 'startNeverSeen';
};

/** How far the flight is known to have come; nothing is claimed of what the dock did not tell. */
export const outcomeSeen = (job: DockLink['job'], reason: SeenEndReason): FlightOutcome => {
  if (reason !== 'endSeenInDock' || !job || job.waypoint === null || !job.waypointCount) return 'unknown';
  const interrupted = job.reason !== null && job.reason !== 0;
  if (job.waypoint >= job.waypointCount - 1 && !interrupted) return 'done';
  return job.waypoint > 0 ? 'partly' : 'unknown';
};
