import { flightPhase, stepFits } from '@eyrie/domain';
import { flightStepOf } from '@eyrie/dji';
import { routeShare, type Place, type PlaceAtHeight } from '@eyrie/geometry';
import { statusOf, telemetryOf, type DockLink } from '../dock/index.ts';

type Job = NonNullable<DockLink['job']>;

/** The line of a route and the seconds it takes, as planned. */
export interface RouteLine {
  path: readonly PlaceAtHeight[];
  seconds: number;
}

/** The route's mission state while the aircraft flies its waypoints. */
const executing = 6;

const placeOf = ({ lng, lat }: { lng: number | null; lat: number | null }): Place | null =>
  lng === null || lat === null ? null : { lng, lat };

/** Percent of the route flown: counted while it is being executed, kept otherwise, and never taken back. */
const progressOf = (job: Job, line: RouteLine | null | undefined, at: Place | null): number | null => {
  if (line === undefined) return job.progress;
  if (line === null) return null;
  const kept = job.progress ?? 0;
  if (job.phase !== 'onRoute' || (job.missionState !== null && job.missionState !== executing)) return kept;
  const share = routeShare(line.path, job.waypoint ?? 0, at);
  return share === null ? null : Math.max(kept, Math.round(share * 1_000) / 10);
};

/** Seconds of the route that are left. Until its line is read what was stored stands. */
const secondsOf = (
  job: Job,
  { flown, line, progress }: { flown: boolean; line: RouteLine | null | undefined; progress: number | null },
): number | null => {
  if (!flown || progress === null) return null;
  if (line === undefined) return job.secondsLeft;
  return line && Math.round(line.seconds * (1 - progress / 100));
};

/** The job with where its flight stands now, judged from it, the dock and the aircraft. `line` undefined: not read yet. */
export const judgedJob = (link: DockLink, job: Job, line: RouteLine | null | undefined, now: number): Job => {
  const drone = telemetryOf(link, now);
  const phase = flightPhase({
    state: 'inFlight',
    status: job.status,
    missionState: job.missionState,
    taskState: statusOf(link, now).stepCode,
    mode: drone.online ? drone.mode : null,
    before: job.phase,
  });
  const progress = progressOf({ ...job, phase }, line, drone.online ? placeOf(drone) : null);
  const flown = phase === 'onRoute' || phase === 'paused';
  const step = flightStepOf(link.dock.model, job.step);
  return {
    ...job,
    phase,
    progress,
    secondsLeft: secondsOf(job, { flown, line, progress }),
    stepName: step && stepFits(step, phase) ? step : null,
  };
};
