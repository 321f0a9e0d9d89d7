import { sessionCalls, type AuthenticatorSecret } from '@eyrie/domain';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { copyText } from '../../platform/copy.ts';
import { call } from '../../platform/http.ts';
import { QrCode } from '../../platform/qr-code.tsx';
import { useFirstText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './authenticator.css';

export interface AuthenticatorSetUpProps {
  /** Known when the member has just signed in with it; then it is not asked for again. */
  password?: string;
  /** Called after the recovery codes were seen. */
  onDone: () => void | Promise<void>;
}

function SecretPicture({ uri }: { uri: string }): ReactNode {
  const text = useFirstText();
  return <QrCode className="authenticator-picture" value={uri} title={text('login.setUpPicture')} />;
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  kind: 'current-password' | 'one-time-code';
}

function Field({ label, value, onChange, kind }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="authenticator-field ey-grid ey-gap-6">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={kind === 'current-password' ? 'password' : 'text'}
        dir="ltr"
        required
        inputMode={kind === 'current-password' ? 'text' : 'numeric'}
        autoComplete={kind}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** What must be kept on paper, with a way to take it along. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  codes: readonly string[];
  onKept: () => void;
}): ReactNode {
  const text = useFirstText();
  const copy = async (): Promise<void> => {
    if (!(await copyText(codes.join('\n')))) {
      showToast('error', text('app.copyRefused'));
      return;
    }
    showToast('success', text('login.setUpCopied'));
  };
  return (
    <div className="authenticator">
      <p role="status">{text('login.setUpRecovery')}</p>
      <ol className="authenticator-codes ey-grid ey-panel" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <button type="button" className="authenticator-second" onClick={() => void copy()}>
        {text('login.setUpCopy')}
      </button>
      <button type="button" className="authenticator-main" onClick={onKept}>
        {text('login.setUpKept')}
      </button>
    </div>
  );
}

interface StepsProps extends Pick<AuthenticatorSetUpProps, 'password'> {
  onCodes: (codes: readonly string[]) => void;
}

/** First the password, then picture and code. A refused step says why as a toast and can be tried again. */
function Steps({ password: known, onCodes }: StepsProps): ReactNode {
  const text = useFirstText();
  const [password, setPassword] = useState(known ?? '');
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);

  const step = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      if (secret === null) setSecret(await call(sessionCalls.authenticatorBegin, { password }));
      else onCodes((await call(sessionCalls.authenticatorConfirm, { totp: code.trim() })).recoveryCodes);
    } catch {
      // The call has said why.
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="authenticator" onSubmit={(event) => void step(event)}>
      {secret === null ? (
        <>
          <p>{text('login.setUpWhy')}</p>
          {known === undefined ? (
            <Field
              label={text('login.password')}
              kind="current-password"
              value={password}
              onChange={setPassword}
            />
          ) : null}
        </>
      ) : (
        <>
          <p>{text('login.setUpScan')}</p>
          <SecretPicture uri={secret.uri} />
          <code className="authenticator-secret ey-panel" dir="ltr">
            {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <Field label={text('login.setUpCode')} kind="one-time-code" value={code} onChange={setCode} />
        </>
      )}
      <button type="submit" className="authenticator-main" disabled={busy}>
        {text(secret === null ? 'login.setUpBegin' : 'login.setUpConfirm')}
      </button>
    </form>
  );
}

/** Sets up an authenticator app. Without the component library: who must have one meets it before the first page. */
export default function AuthenticatorSetUp({ password, onDone }: AuthenticatorSetUpProps): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return codes === null ? (
    <Steps {...(password === undefined ? {} : { password })} onCodes={setCodes} />
  ) : (
    <RecoveryCodes codes={codes} onKept={() => void onDone()} />
  );
}
