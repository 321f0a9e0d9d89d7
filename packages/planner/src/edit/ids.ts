import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { untilOf, withUntil } from './until.ts';

const ours = /^p(\d{1,9})$/;

/** The number of the last id that was given: what the plan says, or the highest among its points. */
export function lastNumber({ counter, points }: Pick<RoutePlan, 'counter' | 'points'>): number {
  if (counter !== undefined) return counter;
  let highest = 0;
  for (const { id } of points) {
    const found = ours.exec(id);
    if (found) highest = Math.max(highest, Number(found[1]));
  }
  return highest;
}

/** New ids of a plan, and the plan's counter after them. The same plan gives the same ids. */
export function newIds(plan: RoutePlan, count: number): { ids: string[]; counter: number } {
  const taken = new Set(plan.points.map(({ id }) => id));
  const ids: string[] = [];
  let number = lastNumber(plan);
  while (ids.length < count) {
    number += 1;
    const id = `p${number}`;
    // A file from elsewhere may use a name of ours beyond its counter.
    if (!taken.has(id)) ids.push(id);
  }
  return { ids, counter: number };
}

/** Copies of points under new ids; intervals that end at a point among them end at its copy. */
export function renamed(
  plan: RoutePlan,
  points: readonly PlanPoint[],
): { points: PlanPoint[]; counter: number } {
  const { ids, counter } = newIds(plan, points.length);
  const named = new Map(points.map(({ id }, index) => [id, ids[index] as string]));
  const copies = points.map(({ origin: _elsewhere, ...point }, index): PlanPoint => ({
    ...point,
    id: ids[index] as string,
    actions: point.actions.map((action) => {
      const until = untilOf(action);
      return until === null ? action : withUntil(action, named.get(until) ?? until);
    }),
  }));
  return { points: copies, counter };
}
