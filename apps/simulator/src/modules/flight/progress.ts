import type { FlightMachine } from './flight.machine.ts';
import { preparation } from './preparation.ts';

export interface StepNumbers {
  before: readonly number[];
  running: number;
  returning: number;
  closing: number;
  counting: number;
}

const currentStep = (machine: FlightMachine, steps: StepNumbers): number => {
  switch (machine.stage) {
    case 'preparing':
    case 'starting': {
      const done = preparation.filter((one) => one.percent <= machine.percent).length;
      return steps.before[Math.min(done, steps.before.length) - 1] ?? 0;
    }
    case 'returning':
    case 'landing':
      return steps.returning;
    case 'restoring':
      return steps.closing;
    case 'over':
      return steps.counting;
    default:
      return steps.running;
  }
};

export interface ProgressView {
  machine: FlightMachine;
  flightId: string;
  trackId: string;
  steps: StepNumbers;
  place: { lng: number; lat: number; height: number; head: number };
  /** Where the way to the first waypoint leads. */
  transition: { lng: number; lat: number; height: number }[];
}

/** `data` of a flighttask_progress event. */
export function progressData(
  view: ProgressView,
  status: string,
  result: number,
  missionState?: number,
): unknown {
  const { machine, place } = view;
  const state = missionState ?? machine.missionState;
  const broken = status === 'paused' || result !== 0 ? machine.breakPoint : null;
  const onTheWay = state === 5 ? { last_point_type: 0, planned_path_points: points(view.transition) } : null;
  return {
    result,
    output: {
      status,
      progress: { current_step: currentStep(machine, view.steps), percent: machine.percent },
      ext: {
        flight_id: view.flightId,
        track_id: view.trackId,
        current_waypoint_index: machine.run.place.index,
        wayline_id: machine.run.place.wayline,
        wayline_mission_state: state,
        media_count: machine.run.photos,
        ...(onTheWay ? { transition_wayline_info: onTheWay } : {}),
        ...(broken
          ? {
              break_point: {
                ...broken,
                latitude: place.lat,
                longitude: place.lng,
                height: place.height,
                attitude_head: place.head,
              },
            }
          : {}),
      },
    },
  };
}

export const points = (path: readonly { lng: number; lat: number; height: number }[]) =>
  path.map(({ lng, lat, height }) => ({ latitude: lat, longitude: lng, height }));

const lostNetwork = 314_200;

/** The last word on a flight that the dock could not watch to its end. */
export const lostFlight = (flight: { flightId: string; trackId: string }, step: number): unknown => ({
  result: lostNetwork,
  output: {
    status: 'failed',
    progress: { current_step: step, percent: 95 },
    ext: {
      flight_id: flight.flightId,
      track_id: flight.trackId,
      current_waypoint_index: 0,
      wayline_id: 0,
      wayline_mission_state: 9,
      media_count: 0,
    },
  },
});
