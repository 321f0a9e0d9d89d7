import type {
  ApprovalState,
  Assignment,
  BreakPoint,
  FlightPhase,
  SeriesFlown,
  SeriesTurnState,
  UnorderedMove,
  WindState,
} from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    flight: {
      oid: string;
      group_root: string;
      group_oid: string;
      /** Both null of a flight by hand, which has `take_off_to`. */
      task_oid: string | null;
      route_oid: string | null;
      take_off_to: ColumnType<unknown, string | null | undefined, string | null>;
      dock_oid: string;
      drone_oid: string | null;
      state: Generated<'created' | 'inFlight' | 'over'>;
      outcome: 'done' | 'partly' | 'failed' | 'cancelled' | 'missed' | 'unknown' | null;
      outcome_reason: string | null;
      paused: Generated<boolean>;
      route_checksum: string;
      waypoint_count: number;
      lines: ColumnType<unknown, string | null | undefined, string | null>;
      return_altitude: number;
      lost_action: 'return' | 'continue';
      clarity: string;
      executor_oid: string;
      /** The approval under which it began. */
      approval_oid: ColumnType<string | null, string | null | undefined, string | null>;
      gate: ColumnType<unknown, string | null, string | null>;
      judged: ColumnType<unknown, string | null | undefined, string | null>;
      object_key: string | null;
      file_md5: string | null;
      percent: number | null;
      step: number | null;
      mission_state: number | null;
      phase: FlightPhase | null;
      progress: number | null;
      seconds_left: number | null;
      current_waypoint: number | null;
      current_wayline: number | null;
      break_point: ColumnType<unknown, string | null, string | null>;
      continues_oid: ColumnType<string | null, string | null | undefined, never>;
      starts_at: ColumnType<BreakPoint | null, string | null | undefined, never>;
      checklist: ColumnType<unknown, string | null | undefined, string | null>;
      series_oid: ColumnType<string | null, string | null | undefined, never>;
      series_place: ColumnType<number | null, number | null | undefined, never>;
      ai_types: Generated<string[]>;
      ai_range: ColumnType<number | null, number | null | undefined, number | null>;
      work_order_type: ColumnType<string | null, string | null | undefined, string | null>;
      /** Null: who arranged it flies it. */
      assignee_oid: ColumnType<string | null, string | null | undefined, string | null>;
      assignment: Generated<Assignment>;
      controller_oid: ColumnType<string | null, string | null | undefined, string | null>;
      gimbal_oid: ColumnType<string | null, string | null | undefined, string | null>;
      assignee_notified_at: Date | null;
      acknowledged_at: Date | null;
      distance: Generated<number>;
      duration: Generated<number>;
      media_expected: number | null;
      progress_at: Date | null;
      confirmed_at: Date | null;
      /** When its dock was first seen at work. */
      worked_at: Date | null;
      unordered: UnorderedMove | null;
      created_at: Made;
      start_time: Date | null;
      end_time: Date | null;
      deleted_at: Date | null;
      held_at: Date | null;
      held_by: string | null;
      held_reason: Generated<string>;
      retired_at: Date | null;
    };
    flight_retention: {
      group_root: string;
      unflown_days: number | null;
      arranged_days: number | null;
      timed_days: number | null;
      by_hand_days: number | null;
      set_at: Date;
      version: number;
    };
    flight_series: {
      oid: string;
      group_root: string;
      group_oid: string;
      flown: SeriesFlown;
      gap_seconds: number;
      size: number;
      made_by: string;
      starts_by: ColumnType<string | null, string | null | undefined, string | null>;
      starts_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
      created_at: Made;
    };
    flight_turn: {
      flight_oid: string;
      group_root: string;
      state: SeriesTurnState;
      start_key: string | null;
      since: Date;
      looked_at: Date | null;
      reason: string | null;
      reason_values: ColumnType<Record<string, string | number> | null, string | null, string | null>;
      notified: Generated<boolean>;
    };
    flight_approval: {
      oid: string;
      group_root: string;
      group_oid: string;
      /** One of the two is null. */
      task_oid: string | null;
      flight_oid: string | null;
      state: Generated<ApprovalState>;
      asked_by: string;
      asked_at: Date;
      decided_by: string | null;
      decided_at: Date | null;
      reason: Generated<string>;
      parts: ColumnType<unknown, string | null | undefined, string | null>;
      notified_at: Date | null;
    };
    gate_waiver: {
      oid: string;
      group_root: string;
      group_oid: string;
      flight_oid: string | null;
      task_oid: string | null;
      wall_time: string | null;
      item: string;
      verdict: string;
      found_reason: string | null;
      found_value: ColumnType<string | number | null, string | null, string | null>;
      reason: string;
      until: Date;
      asked_by: string;
      asked_at: Date;
      confirmed_by: string | null;
      confirmed_at: Date | null;
      ended_by: string | null;
      ended_at: Date | null;
    };
    wind_abort: {
      oid: string;
      group_root: string;
      flight_oid: string;
      dock_oid: string;
      state: WindState;
      wind: number;
      wind_limit: number;
      seconds: number;
      made_at: Date;
      answer_until: Date | null;
      answered_by: string | null;
      reason: Generated<string>;
      decided_at: Date | null;
      notified: Generated<string>;
    };
    flight_condition: {
      flight_oid: string;
      battery: number;
      storage: number | null;
      begins_at: Date;
      ends_at: Date;
      prepare_oid: string | null;
      prepare_at: Date | null;
      prepared_at: Date | null;
      ready_at: Date | null;
      undo_oid: string | null;
      undo_at: Date | null;
      closed_at: Date | null;
    };
    flight_look: {
      task_oid: string;
      arrangement: unknown;
      checksum: string | null;
      judged: unknown;
      made_at: Date;
    };
  }
}
