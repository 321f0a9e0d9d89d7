import { evidence, type Sign } from '@eyrie/domain';
import { formBefore, type Observation, type WatchContext } from '../command/index.ts';
import { motionOf, type Motion } from '../dock/index.ts';
import { endedFlight, takeOffReport } from './flight.slots.ts';

/** Causes of a break in a route that name a person. */
const stoppedByPerson: ReadonlySet<number> = new Set([1281, 1282]);
export const calledByPerson: ReadonlySet<number> = new Set([1281, 1282, 1283]);
/** Causes of a mode that are no order of ours: batteries, a lost signal, zones, faults, weather, the pilot on site. */
export const otherCauses: ReadonlySet<number> = new Set([1, 2, 3, 4, 6, 8, 14, 15, 16, 17, 18, 19, 22, 23]);
const returnWasCancelled = 21;
/** Mission states of a route that is being flown. */
const flownStates: ReadonlySet<number> = new Set([5, 6, 8]);

type Verdict = Observation | null;
const done: Observation = { state: 'succeeded', firm: true };
const doneIfItStays: Observation = { state: 'succeeded', firm: false };
const when = (holds: boolean, observation = done): Verdict => (holds ? observation : null);

interface Seen extends WatchContext {
  motion: Motion;
}

const ownProgress = ({ link, command, motion }: Seen): Verdict => {
  const ended = endedFlight.of(link);
  if (ended && ended.flightOID === command.flightOID) {
    const { outcome } = ended;
    if (outcome === 'unknown') return { state: 'unknown', firm: true };
    return { state: outcome === 'failed' ? 'failed' : 'succeeded', firm: true };
  }
  const { job } = link;
  const takeOff = takeOffReport.of(link);
  if (takeOff && takeOff.flightId === command.flightOID)
    return { state: motion.airborne ? 'succeeded' : 'in_progress', firm: true };
  // Its first status is ours: the dock has said nothing of the flight yet.
  if (!job || job.flightOID !== command.flightOID || job.status === 'sent') return null;
  return { state: motion.airborne ? 'succeeded' : 'in_progress', firm: true };
};

const pausedByPerson = ({ link: { job }, before }: Seen): Verdict =>
  when(
    before !== null &&
      before.flightOID !== null &&
      !before.paused &&
      job?.flightOID === before.flightOID &&
      job.status === 'paused' &&
      job.reason !== null &&
      stoppedByPerson.has(job.reason),
  );

const routeResumed = ({ link: { job }, before, motion }: Seen): Verdict =>
  when(
    before?.paused === true &&
      job?.flightOID === before.flightOID &&
      job.status === 'in_progress' &&
      flownStates.has(job.missionState ?? -1) &&
      motion.mode === 'routeFlight',
  );

/** Between its waypoints: behind the last one a route ends in a return that nobody ordered. */
export const isOnTheWay = ({
  waypoint,
  waypointCount,
}: Pick<NonNullable<WatchContext['link']['job']>, 'waypoint' | 'waypointCount'>): boolean =>
  waypoint !== null && waypointCount !== null && waypoint < waypointCount - 1;

const returnBegun = ({ link: { job }, before, motion }: Seen): Verdict => {
  if (!before?.airborne || before.returning || !motion.returning) return null;
  if (job !== null && job.reason !== null) return when(calledByPerson.has(job.reason));
  if (motion.reason !== null && otherCauses.has(motion.reason)) return null;
  return when(job === null || isOnTheWay(job), doneIfItStays);
};

const returnCancelled = ({ before, motion }: Seen): Verdict =>
  when(
    before?.returning === true &&
      motion.airborne &&
      !motion.returning &&
      motion.reason === returnWasCancelled,
  );

const reads: Readonly<Record<Sign, (seen: Seen) => Verdict>> = {
  ownProgress,
  flightClosed: ({ link, command }) => when(link.flightOID !== command.flightOID),
  flightCancelled({ link, command }) {
    const ended = endedFlight.of(link);
    return when(ended?.flightOID === command.flightOID && ended?.outcome === 'cancelled');
  },
  pausedOrStill: ({ link: { job }, motion }) =>
    job ? when(job.status === 'paused') : when(motion.still, doneIfItStays),
  pausedByPerson,
  routeRuns: ({ link: { job }, motion }) => when(job?.status === 'in_progress' && !motion.returning),
  routeResumed,
  returning: ({ motion }) => when(motion.returning),
  returnBegun,
  notReturning: ({ motion }) => when(motion.airborne && !motion.returning),
  returnCancelled,
  standsStill: ({ motion }) => when(motion.still, doneIfItStays),
};

/** Here the dock names the flight: whatever else was ordered is no cause of it. */
const namesTheFlight: ReadonlySet<Sign> = new Set(['ownProgress', 'flightCancelled']);

/** What the dock shows of an order, by the table of what confirms it; null while it shows nothing. */
export const observeFlight = (context: WatchContext): Verdict => {
  const { link, command, before, now, contested } = context;
  const answered = command.state !== 'unknown';
  // Called home, its flight may be over before anybody looks.
  if (answered && command.method === 'forceEndJob' && endedFlight.of(link)?.flightOID === command.flightOID)
    return done;
  const form = formBefore(command.method, before);
  const sign = form && evidence[form][answered ? 'answered' : 'unanswered'];
  if (!sign || (!answered && contested && !namesTheFlight.has(sign))) return null;
  return reads[sign]({ ...context, motion: motionOf(link, now) });
};
