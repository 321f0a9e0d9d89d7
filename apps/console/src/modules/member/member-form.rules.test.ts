import { describe, expect, it } from 'vitest';
import { account, lastDay, password, phone } from './member-form.rules.ts';

describe('the last day of an account', () => {
  const zone = 'America/New_York';
  const end = Date.UTC(2027, 6, 5, 4) - 1;

  it('is a day of the organisation, wherever the form is filled in', () => {
    const { shown, sends } = lastDay(zone, 0);
    expect(shown(end)).toBe('2027-07-04');
    expect(sends('2027-07-04')).toBe(end);
  });

  it('may be taken away, and lies ahead', () => {
    const { shown, sends, check } = lastDay(zone, end);
    expect(sends('')).toBeNull();
    expect(shown(null)).toBe('');
    expect(check('', '2027-07-04')).toBeNull();
    expect(check('2027-07-03', '2027-07-04')).toBe('issue.future');
    expect(check('2027-07-05', '')).toBeNull();
    expect(lastDay(zone, end + 1).check('2027-07-04', '2027-07-04')).toBeNull();
  });
});

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
