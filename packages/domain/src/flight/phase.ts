import { z } from 'zod';
import type { DroneMode } from '../drone/index.ts';

/** Where a flight stands, in the words that every screen uses. */
export const flightPhases = [
  'waiting',
  'preparing',
  'climbing',
  'onRoute',
  'byHand',
  'paused',
  'returning',
  'landing',
  'over',
] as const;
export type FlightPhase = (typeof flightPhases)[number];

/** What the phase is judged from. The number of the dock's step is not among it: firmware lines number differently. */
export interface PhaseFacts {
  state: 'created' | 'inFlight' | 'over';
  /** Status word of the dock's job: sent, in_progress, paused. Null: it has said nothing yet. */
  status: string | null;
  /** State of the route in the aircraft, 0 to 9. */
  missionState: number | null;
  /** The dock's own task state: 0 preparing, 1 flying, 2 restoring after the job. */
  taskState: number | null;
  /** The aircraft's mode while it is heard; null while it is not. */
  mode: DroneMode | 'unknown' | null;
  /** What was judged last; it tells the ground before the take-off from the ground after the landing. */
  before: FlightPhase | null;
}

const ground: ReadonlySet<PhaseFacts['mode']> = new Set([
  'standby',
  'takeoffPrepare',
  'takeoffReady',
  'notConnected',
]);
const landing: ReadonlySet<PhaseFacts['mode']> = new Set([
  'autoLanding',
  'forcedLanding',
  'threeBladeLanding',
]);
/** Holds its place, or a person steers it: the route does not go on by itself. */
const byHand: ReadonlySet<PhaseFacts['mode']> = new Set([
  'manualFlight',
  'virtualStick',
  'liveFlight',
  'poiOrbit',
  'smartFollow',
  'apas',
  'adsbAvoidance',
]);
const onTheWay: ReadonlySet<number | null> = new Set([5, 6, 8]);
const interrupted = 7;
const stopped = 9;
const restoring = 2;

const wasInTheAir = (before: FlightPhase | null): boolean =>
  before !== null && before !== 'waiting' && before !== 'preparing' && before !== 'over';

const inTheDock: ReadonlySet<PhaseFacts['mode']> = new Set(['standby', 'notConnected']);

/** Where a flight by hand stands: no route says so, and the aircraft's own mode decides. */
export const handFlightPhase = ({
  mode,
  taskState,
  before,
}: Pick<PhaseFacts, 'mode' | 'taskState' | 'before'>): FlightPhase => {
  if (landing.has(mode)) return 'landing';
  if (mode === 'autoReturn') return 'returning';
  if (mode === 'autoTakeoff') return 'climbing';
  if (ground.has(mode)) {
    const over = wasInTheAir(before) || (taskState === restoring && inTheDock.has(mode));
    return over ? 'landing' : 'preparing';
  }
  if (mode !== null && mode !== 'unknown' && mode !== 'upgrading') return 'byHand';
  return before === null || before === 'waiting' ? 'preparing' : before;
};

/** While the aircraft itself is not heard the dock's word on the job has to do. */
const withoutMode = ({ status, missionState, taskState, before }: PhaseFacts): FlightPhase => {
  if (taskState === restoring) return 'landing';
  if (status === 'paused') return before === 'returning' ? 'returning' : 'paused';
  if (onTheWay.has(missionState)) return 'onRoute';
  if (missionState === interrupted) return 'paused';
  if (!wasInTheAir(before)) return 'preparing';
  return missionState === stopped || before === null ? 'returning' : before;
};

/** Where a flight stands. The aircraft's own mode comes before the dock's word on the job: it is what happens. */
export const flightPhase = (facts: PhaseFacts): FlightPhase => {
  const { state, status, mode, taskState, before } = facts;
  if (state === 'created') return 'waiting';
  if (state === 'over') return 'over';
  if (landing.has(mode)) return 'landing';
  if (mode === 'autoReturn') return 'returning';
  if (mode === 'autoTakeoff' || mode === 'rtkConverging') return 'climbing';
  if (ground.has(mode)) return taskState === restoring || wasInTheAir(before) ? 'landing' : 'preparing';
  if (mode === null || mode === 'unknown' || mode === 'upgrading') return withoutMode(facts);
  return status === 'paused' || byHand.has(mode) ? 'paused' : 'onRoute';
};

/** What a dock does for a flight before and after it, in steps that people tell apart. */
export const flightSteps = [
  'checks',
  'opening',
  'linking',
  'positioning',
  'control',
  'areas',
  'file',
  'parameters',
  'homePoint',
  'routeStart',
  'route',
  'returnChecks',
  'landing',
  'closing',
  'leaving',
  'media',
  'result',
] as const;
export type FlightStep = (typeof flightSteps)[number];

/** Where a flight stands, as records and live messages carry it. */
export const flightStanding = {
  phase: z.enum(flightPhases),
  /** Share of the route that lies behind the aircraft by distance, percent. Null: the route's line is not known. */
  progress: z.number().nullable(),
  /** Seconds to the end of the route at its planned pace; null while it is not being flown. */
  secondsLeft: z.number().nullable(),
  /** What the dock is doing, where its number of the step has a word that fits the phase. */
  stepName: z.enum(flightSteps).nullable(),
};

const afterwards: ReadonlySet<FlightStep> = new Set(['landing', 'closing', 'leaving', 'media', 'result']);

/**
 * Does a step fit where the flight stands. Firmware newer than the published tables numbers its steps otherwise; a
 * step that contradicts the phase was read by the wrong table and is not shown.
 */
export const stepFits = (step: FlightStep, phase: FlightPhase): boolean => {
  if (phase === 'landing') return afterwards.has(step);
  if (phase === 'preparing') return !afterwards.has(step) && step !== 'route' && step !== 'returnChecks';
  if (phase === 'climbing') return step === 'routeStart';
  if (phase === 'returning') return step === 'returnChecks';
  return phase === 'onRoute' && step === 'route';
};
