import type { FlightStep } from '@eyrie/domain';

/** The last number of each step, in order: a table of `current_step` as DJI publishes it for a generation. */
type StepTable = readonly (readonly [last: number, step: FlightStep])[];

const dock1: StepTable = [
  [5, 'checks'],
  [7, 'opening'],
  [8, 'linking'],
  [10, 'positioning'],
  [12, 'control'],
  [14, 'areas'],
  [17, 'file'],
  [20, 'parameters'],
  [21, 'homePoint'],
  [22, 'routeStart'],
  [23, 'route'],
  [24, 'returnChecks'],
  [25, 'landing'],
  [26, 'closing'],
  [28, 'leaving'],
  [31, 'media'],
  [33, 'result'],
];
/** Two rows more than Dock 1: pairing (8) and the dock to land on (22). */
const dock2: StepTable = [
  [5, 'checks'],
  [7, 'opening'],
  [9, 'linking'],
  [11, 'positioning'],
  [13, 'control'],
  [15, 'areas'],
  [18, 'file'],
  [22, 'parameters'],
  [23, 'homePoint'],
  [24, 'routeStart'],
  [25, 'route'],
  [26, 'returnChecks'],
  [27, 'landing'],
  [28, 'closing'],
  [30, 'leaving'],
  [33, 'media'],
  [35, 'result'],
];

const tables: Readonly<Record<string, StepTable>> = { '3-1-0': dock1, '3-2-0': dock2, '3-3-0': dock2 };

/** What a `current_step` of a dock's generation means; null for numbers and docks that no table names. For display only. */
export const flightStepOf = (dockModel: string | null, step: number | null): FlightStep | null => {
  if (step === null || step < 0) return null;
  return tables[dockModel ?? '']?.find(([last]) => step <= last)?.[1] ?? null;
};
