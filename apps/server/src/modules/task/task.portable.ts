import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  task: {},
  task_ahead: { through: { column: 'task_oid', tables: ['task'] } },
  task_exception: { through: { column: 'task_oid', tables: ['task'] } },
  task_favourite: { through: { column: 'task_oid', tables: ['task'] } },
  task_occurrence: { through: { column: 'task_oid', tables: ['task'] } },
  task_template: {},
  run_verdict: { stays: 'counted' },
  work_day: {},
  work_day_change: {},
};
