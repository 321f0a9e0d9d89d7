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
    flight_day_zone: { dock_oid: string; group_root: string; time_zone: string };
    flight_day_due: { id: Generated<string>; group_root: string; dock_oid: string; moment: Date };
  }
}
