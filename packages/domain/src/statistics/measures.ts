import { flightOutcomes } from '../flight/flight.ts';

export const measureUnits = ['count', 'second', 'metre', 'share'] as const;
export type MeasureUnit = (typeof measureUnits)[number];

/** Where a day begins: at midnight of the organisation's zone, or nowhere, because it is a count of this moment. */
export const measureZones = ['organisation', 'none'] as const;

export interface Measure {
  unit: MeasureUnit;
  /** Whether its total is the sum over days, departments and docks. A distinct count or a share is not. */
  adds: boolean;
  /** What counts, for those who read the declaration. */
  counts: string;
  zone: (typeof measureZones)[number];
  /** Into what each of its records falls, exactly once; the sum of the parts is the total. */
  parts: readonly string[];
}

/** How somebody came to return the aircraft before its route ended. */
export const returnReasons = ['ordered', 'unordered'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Every number of the statistics, once. A flight counts on the day on which it began. */
export const measures = {
  flights: {
    unit: 'count',
    adds: true,
    counts: 'flights that began and are over, by how they ended',
    zone: 'organisation',
    parts: flightOutcomes,
  },
  notFlown: {
    unit: 'count',
    adds: true,
    counts: 'arranged flights that are over and never began, on the day on which that was known',
    zone: 'organisation',
    parts: [],
  },
  flightTime: {
    unit: 'second',
    adds: true,
    counts: 'time in which the aircraft of these flights were recorded in the air',
    zone: 'organisation',
    parts: [],
  },
  flightDistance: {
    unit: 'metre',
    adds: true,
    counts: 'way that the aircraft of these flights were recorded to fly',
    zone: 'organisation',
    parts: [],
  },
  returnsHome: {
    unit: 'count',
    adds: true,
    counts:
      'flights on which the aircraft was ordered to return home, or returned on its way without an order',
    zone: 'organisation',
    parts: returnReasons,
  },
  docksFlown: {
    unit: 'count',
    adds: false,
    counts: 'different docks from which at least one flight began',
    zone: 'organisation',
    parts: [],
  },
  doneShare: {
    unit: 'share',
    adds: false,
    counts: 'flights that are done, of all flights; none where there was no flight',
    zone: 'organisation',
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
