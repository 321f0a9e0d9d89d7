import { expect, it } from 'vitest';
import { account, password, phone } from './member-form.rules.ts';

it('account, phone and password are judged once something stands there', () => {
  for (const [judge, wrong, right, issue] of [
    [account, '-x', 'zoe', 'issue.account'],
    [phone, '12', '13800138000', 'issue.phone'],
    [password, 'simple', 'Kestrel#Nest42', 'issue.passwordStrong'],
  ] as const) {
    expect(judge('')).toBeNull();
    expect(judge(wrong)).toBe(issue);
    expect(judge(right)).toBeNull();
  }
  expect(password('Kestrel#Nest42 ')).toBe('issue.passwordStrong');
});
