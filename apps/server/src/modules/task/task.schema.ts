import type { MissedChoice, OccurrenceState, TaskArrangement } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    task: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      type: 'manual' | 'single' | 'repeat';
      paused: Generated<boolean>;
      pause_reason: Generated<string>;
      remark: Generated<string>;
      schedule_rule: string | null;
      arrangement: Json<TaskArrangement> | null;
      /** In whose name its flights begin. */
      arranged_by: string | null;
      planned_to: Date | null;
      /** Runs up to here stand in `task_ahead`; null: none is expanded. */
      ahead_to: Date | null;
      schedule_over: Generated<boolean>;
      /** The task whose later runs this one took over. */
      follows: string | null;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
    task_favourite: {
      member_oid: string;
      task_oid: string;
    };
    task_template: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      remark: Generated<string>;
      schedule_rule: string | null;
      arrangement: Json<TaskArrangement>;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
    work_day: {
      oid: string;
      group_root: string;
      day: string;
      kind: 'holiday' | 'makeUp';
      name: Generated<string>;
      created_at: Made;
    };
    work_day_change: {
      group_root: string;
      changes: Generated<number>;
    };
    task_ahead: {
      task_oid: string;
      wall_time: string;
      time_zone: string;
      due_at: Date;
      moved_to: string | null;
    };
    /** Runs that do not come as the schedule of their task says. */
    task_exception: {
      task_oid: string;
      wall_time: string;
      /** Null: the run does not come. */
      moved_to: string | null;
      reason: Generated<string>;
      made_by: string;
      made_at: Date;
    };
    run_verdict: {
      task_oid: string;
      wall_time: string;
      due_at: Date;
      made_at: Date;
      standing: 'clear' | 'open' | 'blocked';
      items: Json;
      notified: Generated<string>;
    };
    task_occurrence: {
      oid: string;
      task_oid: string;
      wall_time: string;
      time_zone: string;
      due_at: Date;
      moved_to: string | null;
      state: Generated<OccurrenceState>;
      reason: string | null;
      /** What the words of the reason name. */
      reason_values: Json<Record<string, string | number>> | null;
      flight_oid: string | null;
      looked_at: Date | null;
      wait_until: Date | null;
      seeks_dock: Generated<boolean>;
      other_dock_oid: string | null;
      choice: MissedChoice | null;
      chosen_by: string | null;
      chosen_at: Date | null;
      choice_until: Date | null;
      start_key: string | null;
      to_notify: Generated<boolean>;
      decided_at: Date | null;
      created_at: Made;
    };
  }
}
