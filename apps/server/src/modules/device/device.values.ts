import { chineseName, limits } from '@eyrie/domain';
import { modelKey, modelName } from '@eyrie/dji';
import { invalidField } from '../../platform/http/refusal.ts';

/** The name that a model has in the product, however it was typed; what was emptied is not there. */
export const statedModel = (given: string | undefined): string | null | undefined =>
  given === undefined ? undefined : given.trim() === '' ? null : modelName(modelKey(given) ?? given.trim());

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
