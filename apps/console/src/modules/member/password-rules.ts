import { simplePassword, strongPassword } from '@eyrie/domain';
import type { FirstPhraseId } from '@eyrie/phrases/first';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}
export type PasswordIssues = Partial<Record<keyof PasswordChange, { id: FirstPhraseId } | { text: string }>>;

/** The form's own rules, the same as the server's; what only the server knows it says itself. */
export const issuesOf = (change: PasswordChange): PasswordIssues => {
  const { oldPassword, newPassword, confirmPassword } = change;
  const issues: PasswordIssues = {};
  // An organisation may demand the strong form, which allows what the simple one does not.
  if (!simplePassword.test(newPassword) && !strongPassword.test(newPassword)) {
    issues.newPassword = { id: 'issue.passwordSimple' };
  } else if (newPassword === oldPassword) issues.newPassword = { id: 'issue.passwordSame' };
  if (newPassword !== confirmPassword) issues.confirmPassword = { id: 'issue.passwordsDiffer' };
  return issues;
};
