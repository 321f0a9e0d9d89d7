import type { RoutePlan } from '@eyrie/domain';
import { planChanges, type PlanHistory } from '@eyrie/planner';

let last: { oid: string; history: PlanHistory } | null = null;

/** Keeps the steps of an editor that has just saved for the one that opens what it saved. */
export const keepSteps = (oid: string, history: PlanHistory): void => {
  last = { oid, history };
};

/**
 * The steps that led to a plan as it was saved in this window a moment ago; null when there are none, or when what is
 * stored is something else. They are given out once.
 */
export const takeSteps = (oid: string, stored: RoutePlan): PlanHistory | null => {
  const kept = last?.oid === oid ? last.history : null;
  last = null;
  return kept && planChanges(kept.plan, stored).length === 0 ? { ...kept, plan: stored } : null;
};
