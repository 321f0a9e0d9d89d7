import { auditStates } from '../detection/detection.ts';
import { flightOutcomes } from '../flight/flight.ts';
import { orderStates } from '../work-order/work-order.ts';

export const measureUnits = ['count', 'second', 'metre', 'share'] as const;
export type MeasureUnit = (typeof measureUnits)[number];

/** Where a day begins: at midnight of the organisation's zone, or nowhere, because it is a count of this moment. */
export const measureZones = ['organisation', 'none'] as const;

/** Of which records a measure is counted. */
export const measuredRecords = ['flights', 'findings'] as const;

export interface Measure {
  unit: MeasureUnit;
  /** Whether its total is the sum over days, departments and docks. A distinct count or a share is not. */
  adds: boolean;
  /** What counts, for those who read the declaration. */
  counts: string;
  zone: (typeof measureZones)[number];
  /** Of which records it is. Findings, runs and orders have no day of a dock when nobody knows their flight. */
  of: (typeof measuredRecords)[number];
  /** Into what each of its records falls, exactly once; the sum of the parts is the total. */
  parts: readonly string[];
}

/** How somebody came to return the aircraft before its route ended. */
export const returnReasons = ['ordered', 'unordered'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What became of a finding; a box that was deleted is none. */
export const findingVerdicts = ['confirmed', 'falseAlarm', 'unjudged'] as const;

/** Every number of the statistics, once. A flight counts on the day on which it began. */
export const measures = {
  flights: {
    unit: 'count',
    adds: true,
    counts: 'flights that began and are over, by how they ended',
    zone: 'organisation',
    of: 'flights',
    parts: flightOutcomes,
  },
  notFlown: {
    unit: 'count',
    adds: true,
    counts: 'arranged flights that are over and never began, on the day on which that was known',
    zone: 'organisation',
    of: 'flights',
    parts: [],
  },
  flightTime: {
    unit: 'second',
    adds: true,
    counts: 'time in which the aircraft of these flights were recorded in the air',
    zone: 'organisation',
    of: 'flights',
    parts: [],
  },
  flightDistance: {
    unit: 'metre',
    adds: true,
    counts: 'way that the aircraft of these flights were recorded to fly',
    zone: 'organisation',
    of: 'flights',
    parts: [],
  },
  returnsHome: {
    unit: 'count',
    adds: true,
    counts:
      'flights on which the aircraft was ordered to return home, or returned on its way without an order',
    zone: 'organisation',
    of: 'flights',
    parts: returnReasons,
  },
  docksFlown: {
    unit: 'count',
    adds: false,
    counts: 'different docks from which at least one flight began',
    zone: 'organisation',
    of: 'flights',
    parts: [],
  },
  doneShare: {
    unit: 'share',
    adds: false,
    counts: 'flights that are done, of all flights; none where there was no flight',
    zone: 'organisation',
    of: 'flights',
    parts: [],
  },
  findings: {
    unit: 'count',
    adds: true,
    counts:
      'boxes that detectors found or people drew, on the day on which they came, by the verdict of people',
    zone: 'organisation',
    of: 'findings',
    parts: findingVerdicts,
  },
  confirmedFindings: {
    unit: 'count',
    adds: true,
    counts: 'findings that a person or a rule confirmed, on the day on which they were found',
    zone: 'organisation',
    of: 'findings',
    parts: [],
  },
  detectionRuns: {
    unit: 'count',
    adds: true,
    counts: 'runs of detectors, on the day on which they began, by how much of each is audited',
    zone: 'organisation',
    of: 'findings',
    parts: auditStates,
  },
  workOrders: {
    unit: 'count',
    adds: true,
    counts: 'work orders, on the day on which they were made, by how they stand now',
    zone: 'organisation',
    of: 'findings',
    parts: orderStates,
  },
  confirmedShare: {
    unit: 'share',
    adds: false,
    counts: 'confirmed findings, of all that were judged; none where none was judged',
    zone: 'organisation',
    of: 'findings',
    parts: [],
  },
} as const satisfies Readonly<Record<string, Measure>>;
export type MeasureName = keyof typeof measures;
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]];

/** Measures whose totals are sums. */
export type AdditiveName = {
  [Name in MeasureName]: (typeof measures)[Name]['adds'] extends true ? Name : never;
}[MeasureName];
export const additiveNames = measureNames.filter((name) => measures[name].adds) as [
  AdditiveName,
  ...AdditiveName[],
];
