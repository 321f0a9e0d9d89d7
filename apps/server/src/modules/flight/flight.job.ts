import { breakReasonOf, type FlighttaskProgress } from '@eyrie/dji';
import { waypointOfLines, type RouteLine } from '@eyrie/domain';
import type { DockLink } from '../dock/index.ts';
import { storedReason } from './flight.break.ts';
import type { FlightRow } from './flight.store.ts';

type Job = NonNullable<DockLink['job']>;

const standingOf = ({ phase, progress, secondsLeft, stepName }: Job) => ({
  phase,
  progress,
  secondsLeft,
  stepName,
});

/** The job of a flight of which the dock has said nothing yet. */
export const sentJob = (flight: Pick<FlightRow, 'oid' | 'waypoint_count'>): Job => ({
  flightOID: flight.oid,
  status: 'sent',
  percent: 0,
  step: null,
  waypoint: null,
  waypointCount: flight.waypoint_count,
  missionState: null,
  reason: null,
  phase: 'preparing',
  progress: 0,
  secondsLeft: null,
  stepName: null,
});

/** As the dock tells it. Where the flight stands is judged from it afterwards. */
export const jobFromProgress = (
  flight: Pick<FlightRow, 'oid' | 'waypoint_count' | 'lines'>,
  progress: FlighttaskProgress,
  before: Job | null,
): Job => ({
  ...standingOf(before?.flightOID === flight.oid ? before : sentJob(flight)),
  flightOID: flight.oid,
  status: progress.status,
  percent: progress.percent,
  step: progress.step,
  waypoint: waypointOfLines(flight.lines as RouteLine[] | null, {
    wayline: progress.waylineId,
    waypoint: progress.waypoint,
  }),
  waypointCount: flight.waypoint_count,
  missionState: progress.missionState,
  // Docks tell the reason with the break, and not with every message of the pause that follows.
  reason:
    breakReasonOf(progress) ??
    (progress.status === 'paused' && before?.flightOID === flight.oid ? before.reason : null),
});

/** As it was last stored, for a gateway that takes over a dock. */
export const storedJob = (
  flight: Pick<
    FlightRow,
    | 'oid'
    | 'paused'
    | 'percent'
    | 'step'
    | 'current_waypoint'
    | 'waypoint_count'
    | 'mission_state'
    | 'phase'
    | 'progress'
    | 'seconds_left'
    | 'break_point'
  >,
): Job => ({
  flightOID: flight.oid,
  status: flight.paused ? 'paused' : 'in_progress',
  percent: flight.percent,
  step: flight.step,
  waypoint: flight.current_waypoint,
  waypointCount: flight.waypoint_count,
  missionState: flight.mission_state,
  // An obstacle is still there when another gateway follows the flight.
  reason: storedReason(flight),
  phase: flight.phase ?? 'preparing',
  progress: flight.progress,
  secondsLeft: flight.seconds_left,
  stepName: null,
});
