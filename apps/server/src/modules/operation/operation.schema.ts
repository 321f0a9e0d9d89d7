import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    work: {
      oid: string;
      group_root: string;
      owner_oid: string | null;
      kind: string;
      state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
      progress: Generated<number>;
      step: string | null;
      request: JsonDefault<Record<string, unknown>>;
      result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
      error: string | null;
      attempts: Generated<number>;
      instance_id: string | null;
      created_at: Made;
      started_at: Date | null;
      ended_at: Date | null;
      updated_at: Made;
    };
    health_measure: {
      instance_id: string;
      part: string;
      state: string;
      figures: Json<Record<string, number | null>>;
      reason: string | null;
      measured_at: Date;
    };
    timer_report: {
      instance_id: string;
      timers: Json<unknown[]>;
      reported_at: Date;
    };
    timer_turn: {
      name: string;
      instance_id: string;
      begun_at: Date;
    };
    notice: {
      oid: string;
      kind: 'announcement' | 'maintenance';
      group_root: string | null;
      level: 'info' | 'attention';
      texts: Json<{ zh: string; en: string; ar: string }>;
      from_at: Date;
      until_at: Date;
      on_sign_in: boolean;
      created_by: string | null;
      created_at: Made;
      ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      told_to: ColumnType<string | null, string | null | undefined, string | null>;
      told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    notice_put_away: {
      notice_oid: string;
      member_oid: string;
      at: Made;
    };
    backup_plan: {
      single: Generated<boolean>;
      enabled: boolean;
      hour: number;
      time_zone: string;
      keep: number;
      group_root: string;
      due_at: Date;
    };
  }
}
