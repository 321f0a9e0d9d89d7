import type { PasswordForm } from '@eyrie/domain';
import { useState, type FormEvent, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useFirstText } from '../../platform/text.tsx';
import { sendPasswordChange } from './password-change.ts';
import { issuesOf, type PasswordChange, type PasswordIssues } from './password-rules.ts';
import { PasswordField } from './password-field.tsx';
import './member.css';

export interface ChangePasswordFormProps {
  /** Known when the member has just signed in with it; then it is not asked for again. */
  oldPassword?: string;
  /** What the organisation asks of a new password. */
  form: PasswordForm;
  /** Called after the server has taken the new one. */
  onChanged: (newPassword: string) => void | Promise<void>;
}

const nothing: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' };

const usePasswordChange = ({ oldPassword, form, onChanged }: ChangePasswordFormProps) => {
  const [change, setChange] = useState<PasswordChange>({ ...nothing, oldPassword: oldPassword ?? '' });
  const [issues, setIssues] = useState<PasswordIssues>({});
  const [busy, setBusy] = useState(false);
  const [askOld, setAskOld] = useState(oldPassword === undefined);
  const set = (name: keyof PasswordChange) => (value: string) => {
    setChange((before) => ({ ...before, [name]: value }));
    setIssues((before) => ({ ...before, [name]: undefined }));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const own = issuesOf(change, form);
    setIssues(own);
    if (busy || Object.keys(own).length > 0) return;
    setBusy(true);
    try {
      const found = await sendPasswordChange(change);
      setIssues(found);
      if (found.oldPassword) setAskOld(true);
      if (Object.keys(found).length === 0) {
        setChange(nothing);
        await onChanged(change.newPassword);
      }
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { change, issues, busy, askOld, set, submit };
};

export function ChangePasswordForm(props: ChangePasswordFormProps): ReactNode {
  const text = useFirstText();
  const { change, issues, busy, askOld, set, submit } = usePasswordChange(props);
  const issue = (name: keyof PasswordChange): string | undefined => {
    const found = issues[name];
    if (!found) return undefined;
    return 'text' in found ? found.text : text(found.id);
  };
  return (
    <form className="member-form" noValidate onSubmit={(event) => void submit(event)}>
      {askOld ? (
        <PasswordField
          label={text('password.old')}
          value={change.oldPassword}
          onChange={set('oldPassword')}
          autoComplete="current-password"
          issue={issue('oldPassword')}
        />
      ) : null}
      <PasswordField
        label={text('password.new')}
        value={change.newPassword}
        onChange={set('newPassword')}
        autoComplete="new-password"
        hint={text(props.form === 'strong' ? 'password.ruleStrong' : 'password.rule')}
        issue={issue('newPassword')}
      />
      <PasswordField
        label={text('password.repeat')}
        value={change.confirmPassword}
        onChange={set('confirmPassword')}
        autoComplete="new-password"
        issue={issue('confirmPassword')}
      />
      <button type="submit" className="member-submit" disabled={busy}>
        {text('password.submit')}
      </button>
    </form>
  );
}
