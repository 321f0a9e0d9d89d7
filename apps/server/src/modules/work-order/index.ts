import { limits } from '@eyrie/domain';
import type { Timer } from '../../platform/timers.ts';
import { createRuleWork } from './affirm-rule.ts';

export { workOrderEndpoints } from './work-order.endpoints.ts';
export { ordersSeen } from './work-order.list.store.ts';
export { ordersIn, standingOf } from './work-order.store.ts';

export const workOrderTimers = (...deps: Parameters<typeof createRuleWork>): Timer[] => [
  {
    name: 'workOrder.applyRules',
    every: limits.workOrder.ruleEvery,
    once: 'any',
    run: createRuleWork(...deps),
  },
];
