import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useFirstText } from '../../platform/text.tsx';
import { useCaptcha } from './captcha.ts';
import { PasswordField } from './password-field.tsx';
import { AccountField, CaptchaField, CodeField } from './sign-in-fields.tsx';
import { useSignIn } from './sign-in-state.ts';
import './member.css';

export interface SignInFormProps {
  /** Called after the session has opened, with the password that opened it. */
  onSignedIn?: (password: string) => void;
  /** Fixed when a lost session is to be taken up again. */
  account?: string;
}

/** An hour is not counted in seconds. */
const waitWords = (text: ReturnType<typeof useFirstText>, seconds: number): string =>
  seconds <= 90
    ? text('login.wait', { seconds })
    : text('login.waitMinutes', { minutes: Math.ceil(seconds / 60) });

/** Account, password, a picture to read after failures, and the code of an authenticator app where there is one. Says beside the form why it did not work. */
export function SignInForm({ onSignedIn, account: fixed }: SignInFormProps): ReactNode {
  const text = useFirstText();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [characters, setCharacters] = useState('');
  const [code, setCode] = useState('');
  const { failed, busy, wait, captchaDue, totpDue, submit } = useSignIn();
  const { captcha, renew } = useCaptcha(captchaDue);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0) return;
    const read = captchaDue && captcha ? { captchaId: captcha.captchaId, captcha: characters } : {};
    const proved = totpDue && code.trim() !== '' ? { totp: code.trim() } : {};
    if (await submit({ account, password, remember, ...read, ...proved })) {
      onSignedIn?.(password);
      return;
    }
    // The picture is spent, whether it was read rightly or not.
    setCharacters('');
    setCode('');
    if (captchaDue) renew();
    if (!totpDue) passwordInput.current?.select();
  };

  return (
    <form className="member-form" onSubmit={(event) => void send(event)}>
      <AccountField value={account} onChange={setAccount} fixed={fixed !== undefined} />
      <PasswordField
        ref={passwordInput}
        label={text('login.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        focused={fixed !== undefined}
      />
      {totpDue ? <CodeField value={code} onChange={setCode} /> : null}
      {captchaDue ? (
        <CaptchaField captcha={captcha} value={characters} onChange={setCharacters} onRenew={renew} />
      ) : null}
      <label className="member-check ey-row ey-gap-8 ey-muted">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        {text('login.remember')}
      </label>
      <p className="member-alert" role="alert" hidden={failed === null}>
        {failed
          ? 'text' in failed.shown
            ? failed.shown.text
            : text(failed.shown.id, failed.shown.values)
          : ''}
      </p>
      <button type="submit" className="member-submit" disabled={busy || wait > 0}>
        {wait > 0 ? waitWords(text, wait) : text(busy ? 'login.submitting' : 'login.submit')}
      </button>
    </form>
  );
}
