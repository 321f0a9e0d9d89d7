import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  work_order: {},
  work_order_move: { through: { column: 'order_oid', tables: ['work_order'] } },
  order_field_work: { through: { column: 'order_oid', tables: ['work_order'] } },
  work_order_escalation: { through: { column: 'order_oid', tables: ['work_order'] } },
  order_target: {},
  affirm_rule: {},
  affirm_trial: { stays: 'running' },
  flight_again: {},
};
