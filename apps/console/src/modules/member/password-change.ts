import { CallRefused } from '@eyrie/client';

import { issuesIn } from '../../platform/field-issues.ts';
import { callFirst } from '../../platform/http.ts';
import type { PasswordChange, PasswordIssues } from './password-rules.ts';

const fieldOf: Readonly<Record<string, keyof PasswordChange>> = {
  wrongPassword: 'oldPassword',
  passwordCommon: 'newPassword',
  passwordsDiffer: 'confirmPassword',
};

const fromServer = (refused: CallRefused): PasswordIssues => {
  const field = fieldOf[refused.reason ?? ''];
  if (field) return { [field]: { text: refused.message } };
  const known = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
  const entries = issuesIn(refused.data).flatMap(({ path, message }) => {
    const name = known.find((each) => each === path);
    return name && message ? [[name, { text: message }] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : { newPassword: { text: refused.message } };
};

/** Sends the change. Empty when it is done; rejects when the server did not answer, with the toast already shown. */
export const sendPasswordChange = async (change: PasswordChange): Promise<PasswordIssues> => {
  try {
    await callFirst('memberCalls', 'changePassword', change, { toast: false });
    return {};
  } catch (error) {
    // A lost session is no fault of the fields; the page asks to sign in again.
    if (error instanceof CallRefused && error.reason !== 'notSignedIn') return fromServer(error);
    throw error;
  }
};
