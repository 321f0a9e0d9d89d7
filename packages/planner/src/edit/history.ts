import type { RoutePlan } from '@eyrie/domain';
import { patchBetween, withPatch, type PlanPatch } from './patch.ts';

/** Steps that can be taken back at most. */
const historySteps = 200;

export interface HistoryStep {
  /** What was done, by a word that the page has phrases for. */
  readonly label: string;
  /** Steps of one gesture (one drag, one held key, one field that is typed into) become one; null: it stands alone. */
  readonly gesture: string | null;
  readonly patch: PlanPatch;
}

/** A plan with what was done to it. A value: every change makes a new one, which shares what is alike. */
export interface PlanHistory {
  readonly plan: RoutePlan;
  readonly steps: readonly HistoryStep[];
  /** How many of the steps are done; the others were taken back. */
  readonly done: number;
}

export const startHistory = (plan: RoutePlan): PlanHistory => ({ plan, steps: [], done: 0 });

/**
 * Makes `next` the plan. What was taken back before is gone then. A step of the same gesture as the last one replaces it, so
 * that a drag is taken back as a whole; a gesture that comes back to where it began leaves nothing.
 */
export function record(
  history: PlanHistory,
  next: RoutePlan,
  { label, gesture = null }: { readonly label: string; readonly gesture?: string | null },
): PlanHistory {
  const { plan, done } = history;
  if (next === plan) return history;
  const last = history.steps[done - 1];
  const goesOn =
    last !== undefined && gesture !== null && last.gesture === gesture && done === history.steps.length;
  const base = goesOn ? withPatch(plan, last.patch, 'before') : plan;
  const patch = patchBetween(base, next);
  const earlier = history.steps.slice(0, goesOn ? done - 1 : done);
  if (!patch) return { plan: next, steps: earlier, done: earlier.length };
  const steps = [...earlier, { label, gesture, patch }].slice(-historySteps);
  return { plan: next, steps, done: steps.length };
}

/** Ends a gesture: the next step stands alone, also if it names the same one. */
function endGesture(history: PlanHistory): PlanHistory {
  const last = history.steps.at(-1);
  if (!last || last.gesture === null) return history;
  return { ...history, steps: [...history.steps.slice(0, -1), { ...last, gesture: null }] };
}

/** What undo would take back, and redo do again; null: nothing. */
export const undoLabel = ({ steps, done }: PlanHistory): string | null => steps[done - 1]?.label ?? null;
export const redoLabel = ({ steps, done }: PlanHistory): string | null => steps[done]?.label ?? null;

export function undo(history: PlanHistory): PlanHistory {
  const step = history.steps[history.done - 1];
  if (!step) return history;
  return {
    plan: withPatch(history.plan, step.patch, 'before'),
    steps: endGesture(history).steps,
    done: history.done - 1,
  };
}

export function redo(history: PlanHistory): PlanHistory {
  const step = history.steps[history.done];
  if (!step) return history;
  return { ...history, plan: withPatch(history.plan, step.patch, 'after'), done: history.done + 1 };
}
