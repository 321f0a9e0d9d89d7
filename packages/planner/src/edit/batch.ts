import type { PlanAction, PlanPoint, RoutePlan } from '@eyrie/domain';

/** One change of many points. `null` gives a field back to the settings. */
export interface BatchChange {
  /** Metres in the plan's height mode, as a height or as so much more or less. */
  readonly height?: { readonly to: number } | { readonly by: number };
  readonly speed?: number | null;
  readonly headingMode?: PlanPoint['headingMode'] | null;
  readonly heading?: number | null;
  readonly turnMode?: PlanPoint['turnMode'] | null;
  readonly damping?: number | null;
  readonly straight?: boolean | null;
  readonly gimbalPitch?: number | null;
  readonly ai?: boolean | null;
  readonly aiTypes?: readonly string[] | null;
  readonly actions?:
    | { readonly set: readonly PlanAction[] }
    | { readonly add: readonly PlanAction[] }
    | { readonly remove: readonly PlanAction['type'][] };
}

const fields = [
  'speed',
  'headingMode',
  'heading',
  'turnMode',
  'damping',
  'straight',
  'gimbalPitch',
  'ai',
  'aiTypes',
] as const;

const newActions = (
  actions: readonly PlanAction[],
  change: NonNullable<BatchChange['actions']>,
): PlanAction[] => {
  if ('set' in change) return [...change.set];
  if ('add' in change) return [...actions, ...change.add];
  return actions.filter(({ type }) => !change.remove.includes(type));
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The point with the change; the very same one where nothing changes. */
function changedPoint(point: PlanPoint, change: BatchChange): PlanPoint {
  const after: PlanPoint = { ...point };
  if (change.height)
    after.height = 'to' in change.height ? change.height.to : point.height + change.height.by;
  for (const field of fields) {
    const value = change[field];
    if (value === null) delete after[field];
    else if (value !== undefined) Object.assign(after, { [field]: value });
  }
  if (change.actions) after.actions = newActions(point.actions, change.actions);
  const keys = [...fields, 'height'] as const;
  const unchanged = keys.every((key) => after[key] === point[key]) && same(after.actions, point.actions);
  return unchanged ? point : after;
}

/** Changes many points at once. Points that have these values already stay the same objects. */
export function changePoints(plan: RoutePlan, ids: readonly string[], change: BatchChange): RoutePlan {
  const chosen = new Set(ids);
  let changed = false;
  const points = plan.points.map((point) => {
    if (!chosen.has(point.id)) return point;
    const after = changedPoint(point, change);
    changed ||= after !== point;
    return after;
  });
  return changed ? { ...plan, points } : plan;
}

/** What a change would do: how many points are chosen, and how many of them would change. */
export function previewChange(
  plan: RoutePlan,
  ids: readonly string[],
  change: BatchChange,
): { readonly chosen: number; readonly changed: number } {
  const wanted = new Set(ids);
  const chosen = plan.points.filter(({ id }) => wanted.has(id));
  return {
    chosen: chosen.length,
    changed: chosen.filter((point) => changedPoint(point, change) !== point).length,
  };
}
