import { chineseName, limits } from '@eyrie/domain';
import { modelKey, modelName } from '@eyrie/dji';
import { invalidField } from '../../platform/http/refusal.ts';

/** The name that a model has in the product, however it was typed; what was emptied is not there. */
export const statedModel = (given: string | undefined): string | null | undefined =>
  given === undefined ? undefined : given.trim() === '' ? null : modelName(modelKey(given) ?? given.trim());

/** Moments become dates and emptied texts nothing; what is not given stays. */
export const stored = (given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) => {
      if (value === undefined) return [];
      if (value === '') return [[field, null]];
      return [[field, typeof value === 'number' ? new Date(value) : value]];
    }),
  );

/** @throws Refusal `invalid` unless a name is Chinese alone and short */
export function requireChineseName(name: string): void {
  const max = limits.dock.nameMax;
  if (!chineseName(max).test(name))
    // A name that is only too long is not refused for its letters.
    throw invalidField('name', chineseName(name.length).test(name) ? 'chineseMax' : 'chineseOnly', {
      value: name,
      max,
    });
}
