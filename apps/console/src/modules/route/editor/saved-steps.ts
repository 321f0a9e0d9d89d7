import type { RoutePlan } from '@eyrie/domain';
import { planChanges, type PlanHistory } from '@eyrie/planner';

let last: { oid: string; saved: RoutePlan; history: PlanHistory } | null = null;

/** Keeps the steps of an editor that has just saved for the one that opens what it saved, with those drawn meanwhile. */
export const keepSteps = (oid: string, saved: RoutePlan, history: PlanHistory): void => {
  last = { oid, saved, history };
};

/**
 * The steps that led to a plan as it was saved in this window a moment ago; null when there are none, or when what is
 * stored is something else. They are given out once.
 */
export const takeSteps = (oid: string, stored: RoutePlan): PlanHistory | null => {
  const kept = last?.oid === oid ? last : null;
  last = null;
  if (!kept || planChanges(kept.saved, stored).length > 0) return null;
  return kept.history.plan === kept.saved ? { ...kept.history, plan: stored } : kept.history;
};
