import { simplePassword, strongPassword, type PasswordForm } from '@eyrie/domain';
import type { FirstPhraseId } from '@eyrie/phrases/first';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}
export type PasswordIssues = Partial<Record<keyof PasswordChange, { id: FirstPhraseId } | { text: string }>>;

/** The form's own rules, the same as the server's; what only the server knows it says itself. */
export const issuesOf = (change: PasswordChange, form: PasswordForm): PasswordIssues => {
  const { oldPassword, newPassword, confirmPassword } = change;
  const issues: PasswordIssues = {};
  const strong = form === 'strong';
  if (!(strong ? strongPassword : simplePassword).test(newPassword)) {
    issues.newPassword = { id: strong ? 'issue.passwordStrong' : 'issue.passwordSimple' };
  } else if (newPassword === oldPassword) issues.newPassword = { id: 'issue.passwordSame' };
  if (newPassword !== confirmPassword) issues.confirmPassword = { id: 'issue.passwordsDiffer' };
  return issues;
};
