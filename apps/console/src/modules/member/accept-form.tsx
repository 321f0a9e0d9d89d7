import { CallRefused } from '@eyrie/client';
import { invitationCalls, isAccount, isPhone, strongPassword } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { issuesIn } from '../../platform/field-issues.ts';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { PasswordField } from './password-field.tsx';
import './member.css';

interface Fields {
  account: string;
  name: string;
  phone: string;
  password: string;
  repeated: string;
}
type Faults = Partial<Record<keyof Fields, { id: PhraseId } | { text: string }>>;
const nothing: Fields = { account: '', name: '', phone: '', password: '', repeated: '' };

/** The rules of the server, told before anything is sent: a try with a taken account counts. */
function faultsOf(fields: Fields): Faults {
  return {
    ...(isAccount(fields.account.trim()) ? {} : { account: { id: 'issue.account' } }),
    ...(isPhone(fields.phone.trim()) ? {} : { phone: { id: 'issue.phone' } }),
    ...(strongPassword.test(fields.password) ? {} : { password: { id: 'issue.passwordStrong' } }),
    ...(fields.password === fields.repeated ? {} : { repeated: { id: 'issue.passwordsDiffer' } }),
  };
}

function refusedFaults(error: unknown): Faults | null {
  if (!(error instanceof CallRefused)) return null;
  if (error.reason === 'accountTaken') return { account: { text: error.message } };
  const issues = issuesIn(error.data);
  return issues.length > 0
    ? Object.fromEntries(issues.map((issue) => [issue.path, { text: issue.message }]))
    : null;
}

interface LineProps {
  label: string;
  value: string;
  autoComplete: string;
  hint?: string;
  fault: string | undefined;
  required?: boolean;
  dir?: 'ltr' | 'auto';
  onChange: (value: string) => void;
}

function Line(props: LineProps): ReactNode {
  const id = useId();
  const note = props.fault ?? props.hint;
  return (
    <div className="member-field ey-grid ey-gap-6">
      <label htmlFor={id}>{props.label}</label>
      <div className="member-input ey-panel">
        <input
          id={id}
          dir={props.dir ?? 'auto'}
          required={props.required ?? true}
          autoComplete={props.autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          value={props.value}
          aria-invalid={props.fault !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          className={props.fault ? 'member-note member-note-loud' : 'member-note'}
          role={props.fault ? 'alert' : undefined}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}

export interface AcceptFormProps {
  code: string;
  /** Called after the account was made. */
  onDone: (account: string) => void;
  /** Called when the invitation turned out to be good no more. */
  onSpent: () => void;
}

/** What is typed, what is wrong with it, and making the account of it. */
const useAccepting = ({ code, onDone, onSpent }: AcceptFormProps) => {
  const text = useText();
  const [fields, setFields] = useState(nothing);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const set = (name: keyof Fields) => (value: string) => {
    setFields((before) => ({ ...before, [name]: value }));
    setFaults((before) => ({ ...before, [name]: undefined }));
  };
  const fault = (name: keyof Fields): string | undefined => {
    const found = faults[name];
    return found && ('text' in found ? found.text : text(found.id));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const own = faultsOf(fields);
    setFaults(own);
    if (busy || Object.keys(own).length > 0) return;
    setBusy(true);
    const { account, name, phone, password } = fields;
    const request = { code, account: account.trim(), name: name.trim(), phone: phone.trim(), password };
    try {
      onDone((await call(invitationCalls.accept, request, { toast: false })).account);
    } catch (error) {
      const found = refusedFaults(error);
      if (found) setFaults(found);
      else if (error instanceof CallRefused && error.reason === 'invitationSpent') onSpent();
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  /** What every line of the form needs. */
  const line = (name: keyof Fields) => ({ value: fields[name], onChange: set(name) });
  return { line, fault, submit, busy, named: fields.name.trim() !== '' };
};

/** Makes the own account from an invitation. */
export function AcceptForm(props: AcceptFormProps): ReactNode {
  const text = useText();
  const { line, fault, submit, busy, named } = useAccepting(props);
  return (
    <form className="member-form" onSubmit={(event) => void submit(event)}>
      <Line label={text('member.name')} {...line('name')} autoComplete="name" fault={fault('name')} />
      <Line
        label={text('field.account')}
        {...line('account')}
        autoComplete="username"
        hint={text('member.accountHint')}
        fault={fault('account')}
      />
      <Line
        label={text('member.phone')}
        {...line('phone')}
        autoComplete="tel"
        dir="ltr"
        required={false}
        hint={text('member.phoneRule')}
        fault={fault('phone')}
      />
      <PasswordField
        label={text('field.password')}
        {...line('password')}
        autoComplete="new-password"
        hint={text('issue.passwordStrong')}
        issue={fault('password')}
      />
      <PasswordField
        label={text('member.accept.repeat')}
        {...line('repeated')}
        autoComplete="new-password"
        issue={fault('repeated')}
      />
      <button
        type="submit"
        className="member-submit"
        disabled={busy || !named}
        title={named ? undefined : text('app.fillIn')}
      >
        {text('member.accept.submit')}
      </button>
    </form>
  );
}
