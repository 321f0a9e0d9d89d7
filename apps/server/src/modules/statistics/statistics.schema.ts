import type { ColumnType, Generated } from 'kysely';

/** What is summed of flights that are over. */
export interface FlightSumColumns {
  flights: number;
  done: number;
  partly: number;
  failed: number;
  cancelled: number;
  missed: number;
  unknown: number;
  not_flown: number;
  /** Seconds. */
  flight_time: number;
  /** Metres. */
  flight_distance: number;
  returns_ordered: number;
  returns_unordered: number;
}

/** What is summed of findings, runs of detectors and work orders. */
export const findingColumns = [
  'found_confirmed',
  'found_false',
  'found_unjudged',
  'runs_unaudited',
  'runs_partially',
  'runs_fully',
  'orders_unassigned',
  'orders_ignored',
  'orders_to_be_claimed',
  'orders_in_process',
  'orders_done',
  'orders_rejected',
] as const;
export type FindingSumColumns = Record<(typeof findingColumns)[number], number>;

/** Stands in a day for the dock of what came from no dock, and for the route of a flight by hand. */
export const noDock = '00000000-0000-0000-0000-000000000000';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    flight_day: FlightSumColumns & {
      dock_oid: string;
      day: ColumnType<Date, string, string>;
      group_oid: string;
      group_root: string;
    };
    flight_group_day: FlightSumColumns & {
      group_oid: string;
      day: ColumnType<Date, string, string>;
      group_root: string;
    };
    flight_part_day: FlightSumColumns & {
      dock_oid: string;
      day: ColumnType<Date, string, string>;
      group_oid: string;
      person_oid: string;
      route_oid: string;
      kind: string;
      group_root: string;
    };
    flight_day_zone: { dock_oid: string; group_root: string; time_zone: string };
    finding_day: FindingSumColumns & {
      group_oid: string;
      day: ColumnType<Date, string, string>;
      dock_oid: string;
      class: string;
      group_root: string;
    };
    finding_group_day: FindingSumColumns & {
      group_oid: string;
      day: ColumnType<Date, string, string>;
      class: string;
      group_root: string;
    };
    finding_day_zone: { group_oid: string; group_root: string; time_zone: string };
    service_level_day: {
      dock_oid: string;
      day: ColumnType<Date, string, string>;
      level: string;
      group_oid: string;
      group_root: string;
      count: number;
      within: number;
      timed: number;
      sum: number;
    };
    finding_day_due: { id: Generated<string>; group_root: string; group_oid: string; moment: Date };
    flight_day_due: { id: Generated<string>; group_root: string; dock_oid: string; moment: Date };
  }
}
