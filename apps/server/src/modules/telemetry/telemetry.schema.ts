import type { ColumnType } from 'kysely';
import type { Json } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    dock_telemetry: {
      dock_oid: string;
      at: Date;
      payload: Json;
    };
    drone_telemetry: {
      drone_oid: string;
      at: Date;
      flight_oid: string | null;
      lng: number | null;
      lat: number | null;
      height: number | null;
      elevation: number | null;
      speed_h: number | null;
      speed_v: number | null;
      head: number | null;
      percent: number | null;
      mode_code: number | null;
      payload: ColumnType<unknown, string | null, string | null>;
    };
  }
}
