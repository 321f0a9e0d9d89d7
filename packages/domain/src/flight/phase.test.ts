import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { droneModes } from '../drone/index.ts';
import { flightPhase, flightPhases, stepFits, type PhaseFacts } from './phase.ts';

const flying: PhaseFacts = {
  state: 'inFlight',
  status: 'in_progress',
  missionState: 6,
  taskState: 1,
  mode: 'routeFlight',
  before: 'onRoute',
};
const phase = (facts: Partial<PhaseFacts>) => flightPhase({ ...flying, ...facts });

describe('the phase of a flight', () => {
  it('goes from waiting to over as a dock and its aircraft tell it', () => {
    const reported: Partial<PhaseFacts>[] = [
      { state: 'created', status: null, missionState: null, taskState: 5, mode: null, before: null },
      { status: null, missionState: null, taskState: 5, mode: null, before: 'waiting' },
      { status: 'sent', missionState: 0, taskState: 0, mode: null },
      { missionState: 3, taskState: 0, mode: 'standby' },
      { missionState: 4, taskState: 0, mode: 'takeoffReady' },
      { missionState: 4, mode: 'autoTakeoff' },
      { missionState: 5, mode: 'rtkConverging' },
      { missionState: 5 },
      { missionState: 6 },
      { status: 'paused', missionState: 2 },
      { missionState: 8 },
      { missionState: 9, mode: 'autoReturn' },
      { missionState: 9, mode: 'autoLanding' },
      { missionState: 9, mode: 'standby' },
      { missionState: 9, mode: null, taskState: 2 },
      { state: 'over', mode: null, taskState: 5 },
    ];
    let before: PhaseFacts['before'] = null;
    const phases = reported.map((facts) => {
      before = flightPhase({ ...flying, before, ...facts });
      return before;
    });
    expect(phases).toEqual([
      'waiting',
      'preparing',
      'preparing',
      'preparing',
      'preparing',
      'climbing',
      'climbing',
      'onRoute',
      'onRoute',
      'paused',
      'onRoute',
      'returning',
      'landing',
      'landing',
      'landing',
      'over',
    ]);
  });

  it('an aircraft on its way home is returning, whatever word the job was left at', () => {
    for (const status of ['paused', 'in_progress', 'sent', null])
      for (const missionState of [2, 6, 7, 9, null])
        expect(phase({ status, missionState, mode: 'autoReturn' })).toBe('returning');
  });

  it('a cancelled return hovers: the route does not go on by itself', () => {
    expect(phase({ mode: 'manualFlight', missionState: 9, before: 'returning' })).toBe('paused');
  });

  it('on the ground is before the take-off, or after the landing, by what came before', () => {
    expect(phase({ mode: 'standby', before: 'preparing', taskState: 0 })).toBe('preparing');
    expect(phase({ mode: 'standby', before: 'returning' })).toBe('landing');
  });

  it('while the aircraft is not heard it stays where the dock last had it', () => {
    expect(phase({ mode: null, missionState: 9, before: 'returning' })).toBe('returning');
    expect(phase({ mode: null, missionState: 9, status: 'paused', before: 'returning' })).toBe('returning');
    expect(phase({ mode: null, missionState: 6 })).toBe('onRoute');
    expect(phase({ mode: null, missionState: null, before: 'climbing' })).toBe('climbing');
    expect(phase({ mode: 'unknown', missionState: 7 })).toBe('paused');
  });

  it('is one of the eight for anything a device may say, and only a stored end is over', () => {
    const facts = fc.record({
      state: fc.constantFrom('created' as const, 'inFlight' as const, 'over' as const),
      status: fc.option(fc.constantFrom('sent', 'in_progress', 'paused', 'queued'), { nil: null }),
      missionState: fc.option(fc.integer({ min: -2, max: 12 }), { nil: null }),
      taskState: fc.option(fc.constantFrom(0, 1, 2, 3, 4, 5, 255, 256), { nil: null }),
      mode: fc.option(fc.constantFrom(...droneModes, 'unknown' as const), { nil: null }),
      before: fc.option(fc.constantFrom(...flightPhases), { nil: null }),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const found = flightPhase(given);
        return flightPhases.includes(found) && (found === 'over') === (given.state === 'over');
      }),
    );
  });
});

describe('a step of the dock', () => {
  it('is shown where it fits the phase', () => {
    expect(stepFits('positioning', 'preparing')).toBe(true);
    expect(stepFits('closing', 'landing')).toBe(true);
    expect(stepFits('route', 'onRoute')).toBe(true);
  });
  it('read by the wrong table it is not: landing while the route is flown', () => {
    expect(stepFits('landing', 'onRoute')).toBe(false);
    expect(stepFits('returnChecks', 'preparing')).toBe(false);
    expect(stepFits('file', 'landing')).toBe(false);
  });
});
