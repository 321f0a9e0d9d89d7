import type { UnusableReason } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { JsonDefault } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    device_health: {
      oid: string;
      group_root: string;
      group_oid: string;
      dock_oid: string;
      device: string;
      code: string;
      level: number;
      module: number | null;
      in_the_sky: boolean;
      args: JsonDefault;
      first_at: Date;
      last_at: Date;
      cleared_at: Date | null;
      note: string | null;
      heard_on: Generated<'dock' | 'drone' | 'driver'>;
      drone_oid: string | null;
      flight_oid: string | null;
      noted_by: string | null;
      noted_at: Date | null;
      hidden_at: Date | null;
    };
    device_exception: {
      oid: string;
      group_root: string;
      group_oid: string;
      dock_oid: string;
      drone_oid: string | null;
      flight_oid: string | null;
      command_oid: string | null;
      at: Date;
      family: 'error' | 'break' | 'outcome';
      code: string;
      source: 'command' | 'flight' | 'job' | 'video' | 'driver';
      method: string | null;
      level: number;
      module: number | null;
      in_the_sky: boolean;
      detail: JsonDefault<Record<string, unknown>>;
      note: string | null;
      noted_by: string | null;
      noted_at: Date | null;
      hidden_at: Date | null;
    };
    unusable_message: {
      dock_oid: string;
      reason: UnusableReason;
      what: string;
      rule: string | null;
      count: string;
      first_at: Date;
      last_at: Date;
      sample: string | null;
    };
    device_message: {
      oid: string;
      group_root: string;
      group_oid: string;
      dock_oid: string;
      drone_oid: string | null;
      flight_oid: string | null;
      device: 'dock' | 'drone';
      direction: 'up' | 'down';
      kind: string;
      method: string | null;
      tid: string | null;
      bid: string | null;
      need_reply: Generated<boolean>;
      result: number | null;
      size: number;
      payload: string | null;
      cut: Generated<boolean>;
      repeats: Generated<number>;
      at: Date;
      last_at: Date;
    };
  }
}
