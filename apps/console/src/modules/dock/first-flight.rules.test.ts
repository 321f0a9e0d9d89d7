import type { DockStatus } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { firstFlightChecks, firstFlightStanding, type FirstFlightFacts } from './first-flight.rules.ts';

const status = {
  emergencyStop: false,
  coverState: 'closed',
  position: { fixed: true, homeValid: true },
  droneInDock: true,
  charge: { percent: 80 },
  hms: [],
  hmsHeard: true,
} as unknown as DockStatus;
const telemetry = {
  step: 'telemetry',
  outcome: 'done',
  fault: null,
  at: 1,
  protocol: null,
  code: null,
  clockOffset: 0,
} as const;
const facts: FirstFlightFacts = { dock: { droneSn: 'AIR1' }, status, ageMs: 500, steps: [telemetry] };
const open = (differs: Partial<FirstFlightFacts>) => {
  const standing = firstFlightStanding({ ...facts, ...differs });
  return firstFlightChecks.filter((check) => standing[check] !== true);
};

it('is ready when everything is as it has to be', () => {
  expect(open({})).toEqual([]);
});

it('names what is not', () => {
  expect(open({ steps: [{ ...telemetry, outcome: 'failed', fault: 'clockOff' }] })).toEqual(['clock']);
  expect(open({ dock: { droneSn: null } })).toEqual(['drone']);
  expect(open({ status: { ...status, emergencyStop: true } })).toEqual(['emergencyStop']);
  expect(open({ status: { ...status, charge: { ...status.charge, percent: 29 } } })).toEqual(['charge']);
});

it('takes neither silence nor what is old for fine', () => {
  expect(open({ status: { ...status, hmsHeard: false } })).toEqual(['health']);
  expect(open({ ageMs: 60_000 })).toEqual(
    firstFlightChecks.filter((one) => !['clock', 'drone'].includes(one)),
  );
  expect(open({ status: null, ageMs: null, steps: [] })).toEqual(
    firstFlightChecks.filter((one) => one !== 'drone'),
  );
});
