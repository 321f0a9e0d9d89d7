import type { RoutePlan } from '@eyrie/domain';
import { planChanges, type PlanHistory } from '@eyrie/planner';

/** What one works on in an editor: the plan with its steps, and what is typed beside it. */
export interface EditorWork {
  readonly history: PlanHistory;
  readonly name: string;
  readonly remark: string;
}

/** What was sent to be stored. */
export type Saved = Pick<EditorWork, 'name' | 'remark'> & { readonly plan: RoutePlan };

let last: { oid: string; saved: Saved; live: EditorWork } | null = null;

/**
 * Keeps the work of an editor that has just saved for the one that opens what it saved. `live` is read when that one
 * opens: saving and opening take time, and what is drawn or typed in it must not be lost.
 */
export const keepSteps = (oid: string, saved: Saved, live: EditorWork): void => {
  last = { oid, saved, live };
};

/**
 * The work that led to a route as it was saved in this window a moment ago, on top of what is stored; null when there
 * is none, or when what is stored is something else. It is given out once.
 */
export const takeSteps = (oid: string, stored: Saved): EditorWork | null => {
  const kept = last?.oid === oid ? last : null;
  last = null;
  if (!kept || planChanges(kept.saved.plan, stored.plan).length > 0) return null;
  const { saved } = kept;
  const { history, name, remark } = kept.live;
  return {
    history: history.plan === saved.plan ? { ...history, plan: stored.plan } : history,
    name: name === saved.name ? stored.name : name,
    remark: remark === saved.remark ? stored.remark : remark,
  };
};
