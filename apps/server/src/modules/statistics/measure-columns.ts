import type { AdditiveName } from '@eyrie/domain';
import type { FlightSumColumns } from './statistics.schema.ts';

type Column = keyof FlightSumColumns;
/** Sums by the column of a day. */
export type Summed = Readonly<Partial<Record<string, number>>>;

/** Of which columns of a day a measure is the sum; where they are several, each is a part by its name. */
export const measureColumns: Readonly<Record<AdditiveName, Readonly<Partial<Record<Column, string>>>>> = {
  flights: {
    done: 'done',
    partly: 'partly',
    failed: 'failed',
    cancelled: 'cancelled',
    missed: 'missed',
    unknown: 'unknown',
  },
  notFlown: { not_flown: '' },
  flightTime: { flight_time: '' },
  flightDistance: { flight_distance: '' },
  returnsHome: { returns_ordered: 'ordered', returns_unordered: 'unordered' },
};

export const columnsOf = (measure: AdditiveName): Column[] =>
  Object.keys(measureColumns[measure]) as Column[];
export const sumOf = (measure: AdditiveName, sums: Summed | undefined): number =>
  columnsOf(measure).reduce((sum, column) => sum + (sums?.[column] ?? 0), 0);
export const partsOf = (measure: AdditiveName, sums: Summed): { part: string; value: number }[] =>
  Object.entries(measureColumns[measure])
    .filter(([, part]) => part !== '')
    .map(([column, part]) => ({ part, value: sums[column] ?? 0 }));

/** The share of flights that are done; null where there was none. */
export const doneShare = (sums: Summed): number | null => {
  const flights = sumOf('flights', sums);
  return flights === 0 ? null : (sums['done'] ?? 0) / flights;
};
