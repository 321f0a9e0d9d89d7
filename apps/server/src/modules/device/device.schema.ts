import type { DeviceEvent, DeviceKind, DevicePart, MaintenanceState } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    device: {
      oid: string;
      kind: Exclude<DeviceKind, 'drone'>;
      group_root: string;
      group_oid: string;
      name: string;
      sn: string;
      vendor: Generated<'DJI' | 'own'>;
      model: string | null;
      firmware: string | null;
      type: string | null;
      manufactured_at: Date | null;
      maintenance: Generated<MaintenanceState>;
      found: Generated<boolean>;
      retired_at: Date | null;
      created_at: Made;
      deleted_at: Date | null;
    };
    device_report: {
      device_oid: string;
      dock_oid: string | null;
      drone_oid: string | null;
      slot: string | null;
      model: string | null;
      firmware: string | null;
      seen_at: Date;
      percent: number | null;
      cycles: number | null;
      voltage: number | null;
      temperature: number | null;
      stored_days: number | null;
      flights: number | null;
      flight_time: number | null;
      distance: number | null;
      spread: Generated<number | null>;
      sampled_at: Generated<Date | null>;
      sampled_cycles: Generated<number | null>;
    };
    battery_sample: {
      device_oid: string;
      at: Date;
      cycles: number | null;
      spread: number | null;
      temperature: number | null;
      percent: number | null;
    };
    device_upkeep: {
      device_oid: string;
      done_at: Date;
      flights: number | null;
      flight_time: number | null;
      distance: number | null;
      cycles: number | null;
      recorded_flights: number | null;
      recorded_time: number | null;
      recorded_distance: number | null;
      landings: number | null;
      jobs: number | null;
      recorded_jobs: number | null;
      running_time: number | null;
    };
    device_reminder: {
      device_oid: string;
      until: Date;
      days: number;
      at: Date;
    };
    device_event: {
      id: Generated<string>;
      device_oid: string;
      at: Date;
      event: DeviceEvent;
      by_oid: string | null;
      from_text: string | null;
      to_text: string | null;
      remark: string | null;
      parts: ColumnType<DevicePart[] | null, string | null, never>;
    };
  }
}
