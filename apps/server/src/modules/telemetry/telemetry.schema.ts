import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    /** Divided by day, UTC. */
    dock_history: {
      dock_oid: string;
      at: Date;
      payload: Json;
    };
    /** Written by the release before alone; the one after this removes it. */
    dock_telemetry: {
      dock_oid: string;
      at: Date;
      payload: Json;
    };
    /** Divided by day, UTC. */
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
    dock_snapshot: {
      dock_oid: string;
      online: boolean;
      work_state: string | null;
      lng: number | null;
      lat: number | null;
      height: number | null;
      last_seen_at: Date | null;
      drone_online: Generated<boolean>;
      drone_airborne: Generated<boolean>;
      dock_values: JsonDefault<Record<string, unknown>>;
      drone_values: JsonDefault<Record<string, unknown>>;
      drone_last_seen_at: Date | null;
      live_capacity: ColumnType<unknown, string | null, string | null>;
      written_at: Made;
    };
  }
}
