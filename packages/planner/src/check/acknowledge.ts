import type { RoutePlan } from '@eyrie/domain';
import type { PlanFinding } from './finding.ts';

/** Warnings that are let stand at most. */
const most = 500;

/** Lets a warning stand: it is remembered by its rule and place. Errors cannot be let stand, notices need not be. */
export function acknowledge(plan: RoutePlan, { key, level }: PlanFinding): RoutePlan {
  if (level !== 'warning' || plan.acknowledged.includes(key)) return plan;
  return { ...plan, acknowledged: [...plan.acknowledged, key].slice(-most) };
}

export const unacknowledge = (plan: RoutePlan, { key }: PlanFinding): RoutePlan =>
  plan.acknowledged.includes(key)
    ? { ...plan, acknowledged: plan.acknowledged.filter((one) => one !== key) }
    : plan;

export const isAcknowledged = (plan: RoutePlan, { key }: PlanFinding): boolean =>
  plan.acknowledged.includes(key);
