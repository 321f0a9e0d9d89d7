import type { ColumnType, Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    route: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      type: string;
      creation_method: string;
      object_key: string;
      checksum: string;
      waypoint_count: number;
      lines: ColumnType<unknown, string | null, string | null>;
      length: number;
      duration: number;
      flight_time: number | null;
      speed: number;
      height_mode: string;
      max_height: number;
      take_off_security_height: number;
      finish_action: string;
      drone_model: string | null;
      warnings: Json;
      look: Json | null;
      waypoints: Json;
      remark: Generated<string>;
      /** Of its last version. */
      number: Generated<number>;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
    route_version: {
      route_oid: string;
      number: number;
      plan: Json | null;
      origin_key: string | null;
      object_key: string;
      checksum: string;
      facts: Json;
      summary: Json;
      created_by: string;
      created_at: Date;
    };
    route_recording: {
      oid: string;
      group_root: string;
      member_oid: string;
      drone_oid: string;
      name: string;
      started_at: Date;
    };
    route_template: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      type: string;
      remark: Generated<string>;
      placed: boolean;
      plan: Json;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
    route_favourite: {
      member_oid: string;
      route_oid: string;
    };
  }
}
