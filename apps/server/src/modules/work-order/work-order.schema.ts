import type {
  FieldStanding,
  FieldStep,
  OrderMove,
  OrderSeverity,
  OrderState,
  OrderVerdict,
  WorkingDays,
} from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    work_order: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      class: string;
      remark: Generated<string>;
      state: Generated<OrderState>;
      outcome_oid: string | null;
      media_oid: string | null;
      flight_oid: string | null;
      lng: number | null;
      lat: number | null;
      assignee_oid: string | null;
      assignee_group_oid: string | null;
      claimed_by: string | null;
      claimed_at: Date | null;
      completed_at: Date | null;
      result: Generated<string>;
      verification: OrderVerdict | null;
      severity: Generated<OrderSeverity>;
      /** A code of the code table workOrderType. */
      type: ColumnType<string | null, string | null | undefined, string | null>;
      due_at: Date | null;
      due_twice_at: Date | null;
      due_since: Date | null;
      due_basis: string | null;
      merged_into: ColumnType<string | null, string | null | undefined, string | null>;
      severity_own: ColumnType<OrderSeverity | null, OrderSeverity | null | undefined, OrderSeverity | null>;
      created_by: string;
      created_at: Made;
    };
    order_target: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      state: Exclude<OrderState, 'ignored' | 'done'>;
      severity: OrderSeverity;
      hours: number;
      days: WorkingDays;
      from_hour: number;
      to_hour: number;
      created_by: string;
      created_at: Made;
    };
    order_field_work: {
      member_oid: string;
      key: string;
      order_oid: string;
      step: FieldStep;
      note: Generated<string>;
      before_oids: Generated<string[]>;
      after_oids: Generated<string[]>;
      standing: FieldStanding;
      by_name: string | null;
      state: OrderState;
      done_at: Date;
      received_at: Date;
    };
    work_order_escalation: {
      oid: string;
      order_oid: string;
      since: Date;
      level: number;
      state: OrderState;
      due_at: Date;
      at: Date;
      notified_at: Date | null;
    };
    affirm_rule: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      class: string;
      confidence: number;
      lng: number | null;
      lat: number | null;
      metres: number | null;
      region_oid: string | null;
      tried_area: string | null;
      tried_as: string | null;
      tried_at: Date | null;
      tried_count: number | null;
      tried_confirmed: number | null;
      tried_false: number | null;
      enabled: Generated<boolean>;
      switched_by: string | null;
      switched_at: Date | null;
      created_by: string;
      created_at: Made;
    };
    affirm_trial: {
      member_oid: string;
      group_root: string;
      group_oid: string;
      class: string;
      confidence: number;
      at: Date;
    };
    flight_again: {
      oid: string;
      group_root: string;
      order_oid: string | null;
      outcome_oid: string | null;
      media_oid: string;
      route_oid: string;
      dock_oid: string;
      created_by: string;
      created_at: Date;
    };
    work_order_move: {
      oid: string;
      order_oid: string;
      member_oid: string;
      at: Date;
      move: OrderMove | 'add';
      from_state: OrderState | null;
      to_state: OrderState;
      reason: Generated<string>;
      assignee_oid: string | null;
      assignee_group_oid: string | null;
      media_oids: Generated<string[]>;
      verification: OrderVerdict | null;
      rule_oid: string | null;
      rule_name: string | null;
      other_name: string | null;
    };
  }
}
