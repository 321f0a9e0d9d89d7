import { describe, expect, it } from 'vitest';
import { phaseStyle } from '../../platform/phase-style.ts';
import { standingOf, stepBeside, waypointNumber } from './flight-style.ts';

it('a failed flight that is over does not look good', () => {
  expect(phaseStyle('over', 'failed').state).toBe('alarm');
  expect(phaseStyle('over', 'done').state).toBe('live');
});
it('a paused flight does not look like a flying one', () => {
  expect(phaseStyle('paused')).toEqual({ state: 'attention', wordId: 'flight.phase.paused' });
  expect(phaseStyle('returning').state).toBe('working');
});

const stored = {
  oid: 'f',
  state: 'inFlight',
  phase: 'onRoute',
  progress: 20,
  secondsLeft: 80,
  stepName: null,
  currentWaypoint: 1,
  waypointCount: 5,
} as const;
const job = {
  flightOID: 'f',
  status: 'paused',
  percent: 90,
  step: 25,
  waypoint: 2,
  waypointCount: 5,
  missionState: 9,
  reason: null,
  phase: 'returning',
  progress: 43,
  secondsLeft: null,
  stepName: null,
} as const;

it('the live word of the dock on this flight comes before the stored one', () => {
  expect(standingOf(stored, job)).toMatchObject({ phase: 'returning', progress: 43, secondsLeft: null });
});
it('a job of another flight says nothing about this one, and an end is not taken back', () => {
  expect(standingOf(stored, { ...job, flightOID: 'other' })).toMatchObject({
    phase: 'onRoute',
    progress: 20,
  });
  expect(standingOf({ ...stored, state: 'over', phase: 'over' }, job).phase).toBe('over');
  expect(standingOf(stored, null).phase).toBe('onRoute');
});

it('waypoints are counted from one and never past the last', () => {
  expect([0, 3, 5, 6].map((index) => waypointNumber(index, 6))).toEqual([1, 4, 6, 6]);
});

describe('the step beside the phase', () => {
  it('is named where it says more', () => {
    expect(stepBeside({ phase: 'preparing', stepName: 'opening' })).toBe('opening');
    expect(stepBeside({ phase: 'returning', stepName: 'landing' })).toBe('landing');
    expect(stepBeside({ phase: 'onRoute', stepName: null })).toBeNull();
  });
  it('is left out where it would say the phase again', () => {
    expect(stepBeside({ phase: 'onRoute', stepName: 'route' })).toBeNull();
    expect(stepBeside({ phase: 'landing', stepName: 'landing' })).toBeNull();
  });
});
