import { describe, expect, it } from 'vitest';
import { issuesOf } from './password-rules.ts';

const change = (newPassword: string, confirmPassword = newPassword) => ({
  oldPassword: 'Before_1',
  newPassword,
  confirmPassword,
});

describe('the change of the own password', () => {
  it.each(['abc123', 'A_1234', 'x'.repeat(20)])('takes %s', (password) => {
    expect(issuesOf(change(password))).toEqual({});
  });
  it.each(['', 'ab123', 'x'.repeat(21), 'with space', '密码密码密码', 'dash-dash'])(
    'refuses %s',
    (password) => {
      expect(issuesOf(change(password))).toEqual({ newPassword: { id: 'issue.passwordSimple' } });
    },
  );
  it('takes the strong form, which an organisation may demand', () => {
    expect(issuesOf(change('Str0ng!pass'))).toEqual({});
  });
  it('refuses the old one again', () => {
    expect(issuesOf(change('Before_1'))).toEqual({ newPassword: { id: 'issue.passwordSame' } });
  });
  it('refuses two different entries', () => {
    expect(issuesOf(change('abc123', 'abc124'))).toEqual({
      confirmPassword: { id: 'issue.passwordsDiffer' },
    });
  });
});
