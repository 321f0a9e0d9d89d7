import { expect, it } from 'vitest';
import { signOfLevel, worstSign } from './alarm-sign.ts';

it('marks cautions and warnings, and no notice', () => {
  expect([null, undefined, 0, 1, 2, 3].map(signOfLevel)).toEqual([
    null,
    null,
    null,
    'attention',
    'alarm',
    'alarm',
  ]);
});

it('gives one marker the worst of what it stands for', () => {
  expect(worstSign([null, 'attention', 'alarm'])).toBe('alarm');
  expect(worstSign(['attention', null])).toBe('attention');
  expect(worstSign([null])).toBeNull();
});
