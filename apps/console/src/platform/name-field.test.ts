import { describe, expect, it } from 'vitest';
import { brokenNameRule, nameField } from './name-field.ts';

describe('the name of a dock or an aircraft', () => {
  it.each([
    ['东门机场', true, null],
    ['East gate', true, 'issue.chineseOnly'],
    ['东门1', true, 'issue.chineseOnly'],
    ['机'.repeat(20), true, null],
    ['机'.repeat(21), true, 'issue.chineseMax'],
    ['East gate', false, null],
    ['x'.repeat(65), false, 'issue.tooLong'],
  ])('%s (Chinese only: %s) breaks %s', (name, chineseOnly, rule) => {
    expect(brokenNameRule(name, chineseOnly)).toBe(rule);
  });
});

it('is refused in the form of an aircraft as in that of a dock, where the organisation says so', () => {
  const check = (name: string, chineseOnly: boolean) =>
    nameField('device.name', chineseOnly).check?.(name, null) ?? null;
  expect(check('Falcon', true)).toEqual(['issue.chineseOnly', { max: 20 }]);
  expect(check('猎鹰', true)).toBeNull();
  expect(check('Falcon', false)).toBeNull();
});
