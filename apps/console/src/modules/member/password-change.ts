import { CallRefused } from '@eyrie/client';
import { memberCalls, simplePassword, strongPassword } from '@eyrie/domain';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { call } from '../../platform/http.ts';

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

const fieldOf: Readonly<Record<string, keyof PasswordChange>> = {
  wrongPassword: 'oldPassword',
  passwordCommon: 'newPassword',
  passwordsDiffer: 'confirmPassword',
};

const fromServer = (refused: CallRefused): PasswordIssues => {
  const field = fieldOf[refused.reason ?? ''];
  if (field) return { [field]: { text: refused.message } };
  const data = refused.data as { issues?: { path?: string; message?: string }[] } | null;
  const issues = Array.isArray(data?.issues) ? data.issues : [];
  const known = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
  const entries = issues.flatMap(({ path, message }) => {
    const name = known.find((each) => each === path);
    return name && message ? [[name, { text: message }] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : { newPassword: { text: refused.message } };
};

/** Sends the change. Empty when it is done; rejects when the server did not answer, with the toast already shown. */
export const sendPasswordChange = async (change: PasswordChange): Promise<PasswordIssues> => {
  try {
    await call(memberCalls.changePassword, change, { toast: false });
    return {};
  } catch (error) {
    if (error instanceof CallRefused) return fromServer(error);
    throw error;
  }
};
