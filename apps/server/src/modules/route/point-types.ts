import type { RoutePlan } from '@eyrie/domain';
import { invalidField } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { offeredAiTypes } from './point-types.store.ts';

/**
 * AI types of points are offered by the organisation when they are chosen. Those that the plan before had stay.
 * @throws Refusal `invalid`, naming the first point and code that is not offered
 */
export async function requireOfferedTypes(
  db: DbOrTrx,
  groupRoot: string,
  { points }: RoutePlan,
  before: RoutePlan | null = null,
): Promise<void> {
  const kept = new Set(before?.points.flatMap(({ aiTypes = [] }) => aiTypes));
  const isNew = (code: string): boolean => !kept.has(code);
  if (!points.some(({ aiTypes = [] }) => aiTypes.some(isNew))) return;
  const offered = await offeredAiTypes(db, groupRoot);
  for (const [index, { aiTypes = [] }] of points.entries()) {
    const unknown = aiTypes.find((code) => isNew(code) && !offered.includes(code));
    if (unknown !== undefined)
      throw invalidField(`plan.points.${index}.aiTypes`, 'codeUnknown', {
        value: unknown,
        allowed: offered.join(', ') || '–',
      });
  }
}
