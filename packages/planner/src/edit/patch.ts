import type { PlanPoint, RoutePlan } from '@eyrie/domain';

/** Points between two plans: some in their places, or a stretch of the list. */
export type PointPatch =
  | { readonly set: readonly (readonly [index: number, before: PlanPoint, after: PlanPoint])[] }
  | { readonly at: number; readonly before: readonly PlanPoint[]; readonly after: readonly PlanPoint[] };

/** What changed from one plan to the next, both ways. Everything that is alike is shared with both. */
export interface PlanPatch {
  readonly points: PointPatch | null;
  readonly before: Partial<Omit<RoutePlan, 'points'>>;
  readonly after: Partial<Omit<RoutePlan, 'points'>>;
  /** Fields that only the one, or only the other, has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function pointPatch(before: readonly PlanPoint[], after: readonly PlanPoint[]): PointPatch | null {
  if (before === after) return null;
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (before.length !== after.length)
    return {
      at: start,
      before: before.slice(start, before.length - end),
      after: after.slice(start, after.length - end),
    };
  const set: [number, PlanPoint, PlanPoint][] = [];
  for (let index = start; index < before.length - end; index += 1) {
    const [old, fresh] = [before[index] as PlanPoint, after[index] as PlanPoint];
    if (old !== fresh) set.push([index, old, fresh]);
  }
  return set.length === 0 ? null : { set };
}

/** What changed between two plans, by identity: edits leave alone what they do not change. */
export function patchBetween(before: RoutePlan, after: RoutePlan): PlanPatch | null {
  const changes = { before: {} as Record<string, unknown>, after: {} as Record<string, unknown> };
  const [old, fresh] = [Object.entries(before), Object.entries(after)];
  const [oldOf, freshOf] = [new Map(old), new Map(fresh)];
  for (const [field, value] of old)
    if (field !== 'points' && freshOf.get(field) !== value) changes.before[field] = value;
  for (const [field, value] of fresh)
    if (field !== 'points' && oldOf.get(field) !== value) changes.after[field] = value;
  const points = pointPatch(before.points, after.points);
  if (!points && Object.keys(changes.before).length + Object.keys(changes.after).length === 0) return null;
  return {
    points,
    ...changes,
    added: Object.keys(changes.after).filter((field) => !oldOf.has(field)),
    removed: Object.keys(changes.before).filter((field) => !freshOf.has(field)),
  };
}

const without = (plan: RoutePlan, fields: readonly string[]): RoutePlan =>
  fields.length === 0
    ? plan
    : (Object.fromEntries(Object.entries(plan).filter(([field]) => !fields.includes(field))) as RoutePlan);

function applied(
  points: RoutePlan['points'],
  patch: PointPatch,
  way: 'before' | 'after',
): RoutePlan['points'] {
  if ('set' in patch) {
    const copy = points.slice();
    for (const [index, before, after] of patch.set) copy[index] = way === 'after' ? after : before;
    return copy;
  }
  const [gone, come] = way === 'after' ? [patch.before, patch.after] : [patch.after, patch.before];
  return [...points.slice(0, patch.at), ...come, ...points.slice(patch.at + gone.length)];
}

/** The plan after a change, or before it. */
export function withPatch(plan: RoutePlan, patch: PlanPatch, way: 'before' | 'after'): RoutePlan {
  const points = patch.points ? applied(plan.points, patch.points, way) : plan.points;
  const changed = { ...plan, ...patch[way], points };
  return without(changed, way === 'after' ? patch.removed : patch.added);
}
