import { chineseName, limits } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { FieldWords } from './list/index.ts';

/** Which rule the name of a dock or an aircraft breaks; null: none. An organisation may allow other languages. */
export const brokenNameRule = (
  name: string,
  chineseOnly: boolean,
): 'issue.chineseOnly' | 'issue.chineseMax' | 'issue.tooLong' | null => {
  const max = limits.dock.nameMax;
  const count = [...name].length;
  if (!chineseOnly) return count > 64 ? 'issue.tooLong' : null;
  if (count > max) return 'issue.chineseMax';
  return chineseName(max).test(name) ? null : 'issue.chineseOnly';
};

/** The field of such a name, with its rule said under it. @param label what the form calls it */
export const nameField = (label: PhraseId, chineseOnly: boolean): FieldWords => {
  const max = chineseOnly ? limits.dock.nameMax : 64;
  return {
    label,
    max,
    ...(chineseOnly ? { hint: ['register.nameRule', { max }] as const } : {}),
    check: (name) => {
      const broken =
        typeof name === 'string' && name !== '' ? brokenNameRule(name.trim(), chineseOnly) : null;
      return broken && [broken, { max }];
    },
  };
};
