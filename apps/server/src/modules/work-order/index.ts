import { limits } from '@eyrie/domain';
import type { Timer } from '../../platform/timers.ts';
import { createRuleWork } from './affirm-rule.ts';
import { createEscalation, type EscalationDeps } from './order-target.ts';

export { workOrderEndpoints } from './work-order.endpoints.ts';
export { ordersSeen } from './work-order.list.store.ts';
export { placeOrders } from './order-place.store.ts';
export { ordersIn, standingOf } from './work-order.store.ts';

export const workOrderTimers = (deps: Parameters<typeof createRuleWork>[0] & EscalationDeps): Timer[] => [
  {
    name: 'workOrder.applyRules',
    every: limits.workOrder.ruleEvery,
    once: 'any',
    run: createRuleWork(deps),
  },
  {
    name: 'workOrder.escalate',
    every: limits.workOrder.targetEvery,
    once: 'any',
    run: createEscalation(deps),
  },
];
