import { measures, type AdditiveName } from '@eyrie/domain';
import type { FindingSumColumns, FlightSumColumns } from './statistics.schema.ts';

type Column = keyof FlightSumColumns | keyof FindingSumColumns;
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
  findings: { found_confirmed: 'confirmed', found_false: 'falseAlarm', found_unjudged: 'unjudged' },
  confirmedFindings: { found_confirmed: '' },
  detectionRuns: { runs_unaudited: 'unaudited', runs_partially: 'partially', runs_fully: 'fully' },
  workOrders: {
    orders_unassigned: 'unassigned',
    orders_ignored: 'ignored',
    orders_to_be_claimed: 'toBeClaimed',
    orders_in_process: 'inProcess',
    orders_done: 'done',
    orders_rejected: 'rejected',
  },
};

/** From which days a measure is read. */
export type Source = 'flight' | 'finding';
export const sourceOf = (measure: AdditiveName): Source =>
  measures[measure].of === 'flights' ? 'flight' : 'finding';

export const columnsOf = (measure: AdditiveName): Column[] =>
  Object.keys(measureColumns[measure]) as Column[];
/** Whose sum is the measure as a whole: the days keep flights as a column of its own beside how they ended. */
export const wholeColumnsOf = (measure: AdditiveName): Column[] =>
  measure === 'flights' ? ['flights'] : columnsOf(measure);
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

/** The share of judged findings that people confirmed; null where none was judged. */
export const confirmedShare = (sums: Summed): number | null => {
  const [confirmed, falseAlarms] = [sums['found_confirmed'] ?? 0, sums['found_false'] ?? 0];
  return confirmed + falseAlarms === 0 ? null : confirmed / (confirmed + falseAlarms);
};
