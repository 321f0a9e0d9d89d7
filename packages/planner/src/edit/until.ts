import type { PlanAction } from '@eyrie/domain';

/** The point (id) up to which an action goes on; null: it is done where it stands. */
export const untilOf = (action: PlanAction): string | null => {
  if (action.type === 'interval') return action.until;
  return action.type === 'other' ? (action.trigger?.until ?? null) : null;
};

/** The action going on to another point. */
export const withUntil = (action: PlanAction, until: string): PlanAction => {
  if (action.type === 'interval') return { ...action, until };
  return action.type === 'other' && action.trigger
    ? { ...action, trigger: { ...action.trigger, until } }
    : action;
};
