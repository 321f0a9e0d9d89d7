import { describe, expect, it } from 'vitest';
import { issuesOf } from './password-rules.ts';

const change = (newPassword: string, confirmPassword = newPassword) => ({
  oldPassword: 'Before_1',
  newPassword,
  confirmPassword,
});

describe('the change of the own password', () => {
  it.each(['abc123', 'A_1234', 'x'.repeat(20)])('takes %s', (password) => {
    expect(issuesOf(change(password), 'simple')).toEqual({});
  });
  it.each(['', 'ab123', 'x'.repeat(21), 'with space', '密码密码密码', 'dash-dash'])(
    'refuses %s',
    (password) => {
      expect(issuesOf(change(password), 'simple')).toEqual({ newPassword: { id: 'issue.passwordSimple' } });
    },
  );
  it('takes the strong form where the organisation asks for it, and no other', () => {
    expect(issuesOf(change('Str0ng!pass'), 'strong')).toEqual({});
    for (const password of ['abc123', 'A_1234', 'Str0ng!pa ss', 'Str0ng!pa_ss'])
      expect(issuesOf(change(password), 'strong')).toEqual({ newPassword: { id: 'issue.passwordStrong' } });
  });
  it('refuses the strong form where the organisation keeps to the simple one, as the server does', () => {
    expect(issuesOf(change('Str0ng!pass'), 'simple')).toEqual({
      newPassword: { id: 'issue.passwordSimple' },
    });
  });
  it('refuses the old one again', () => {
    expect(issuesOf(change('Before_1'), 'simple')).toEqual({ newPassword: { id: 'issue.passwordSame' } });
  });
  it('refuses two different entries', () => {
    expect(issuesOf(change('abc123', 'abc124'), 'simple')).toEqual({
      confirmPassword: { id: 'issue.passwordsDiffer' },
    });
  });
});
