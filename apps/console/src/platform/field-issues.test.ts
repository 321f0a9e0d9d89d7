import { expect, test } from 'vitest';
import { issuesIn } from './field-issues.ts';

test('what the server found wrong is read field by field', () => {
  const issues = [
    { path: 'name', message: 'too long' },
    { path: 'phone', message: 'no number' },
  ];
  expect(issuesIn({ reason: 'invalid', issues })).toEqual(issues);
});

test.each([[null], [undefined], ['no'], [{}], [{ issues: null }], [{ issues: 'name' }]])(
  'a refusal that says nothing of fields is read as that: %j',
  (data) => expect(issuesIn(data)).toEqual([]),
);

test('what has not the shape of an issue is passed over', () => {
  const whole = { path: 'name', message: 'too long' };
  expect(issuesIn({ issues: [null, 'name', { path: 1, message: 'no' }, { path: 'name' }, whole] })).toEqual([
    whole,
  ]);
});
