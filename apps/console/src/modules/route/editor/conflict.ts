import type { PlanChange, PlanDetail, RecordChange, RoutePlan } from '@eyrie/domain';
import { planChanges } from '@eyrie/planner';

/** What is drawn here, to be told apart from what is stored. */
export interface Mine {
  readonly name: string;
  readonly remark: string;
  readonly plan: RoutePlan;
}

/** Somebody saved since this editor read the route. */
export interface Conflict {
  /** Number of the plan that is stored now, if it is not the one that was read; null: that one. */
  readonly number: number | null;
  readonly by: readonly string[];
  readonly theirs: readonly PlanChange[];
  readonly mine: readonly PlanChange[];
}

/** What a field was before the first of these changes, which come with the last one first. */
const firstOf = (since: readonly RecordChange[], field: string): unknown =>
  since.toReversed().flatMap(({ changes }) => changes.filter((one) => one.field === field))[0]?.from;

/** Number of the plan that was stored when this editor read the route; null: nobody has saved another one. */
export const readNumber = (since: readonly RecordChange[]): number | null => {
  const number = firstOf(since, 'number');
  return typeof number === 'number' ? number : null;
};

const textChange = (field: 'name' | 'remark', from: string, to: string): PlanChange[] =>
  from === to ? [] : [{ what: 'settings', values: { field, from, to } }];

/**
 * What both have changed since they read the same route.
 *
 * @param since what the server tells of changes, the last one first
 * @param base the plan as both read it
 */
export function conflictOf(
  since: readonly RecordChange[],
  base: RoutePlan,
  stored: Pick<PlanDetail, 'name' | 'remark' | 'number' | 'plan'>,
  mine: Mine,
): Conflict {
  const was = (field: 'name' | 'remark'): string => {
    const value = firstOf(since, field);
    return typeof value === 'string' ? value : stored[field];
  };
  const changesTo = ({ name, remark, plan }: Mine): PlanChange[] => [
    ...textChange('name', was('name'), name.trim()),
    ...textChange('remark', was('remark'), remark.trim()),
    ...planChanges(base, plan),
  ];
  return {
    number: readNumber(since) === null ? null : stored.number,
    by: [...new Set(since.map(({ by }) => by.name))],
    theirs: changesTo(stored),
    mine: changesTo(mine),
  };
}
