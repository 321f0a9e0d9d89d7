import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useFirstText } from '../../platform/text.tsx';
import { useCaptcha, type Captcha } from './captcha.ts';
import { PasswordField } from './password-field.tsx';
import { signIn, type Attempt, type Failed } from './sign-in.ts';
import './member.css';

interface CaptchaFieldProps {
  captcha: Captcha | null;
  value: string;
  onChange: (value: string) => void;
  onRenew: () => void;
}

function CaptchaField({ captcha, value, onChange, onRenew }: CaptchaFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  return (
    <div className="member-field">
      <label htmlFor={id}>{text('login.captcha')}</label>
      <div className="member-captcha">
        <div className="member-input">
          <input
            id={id}
            dir="ltr"
            required
            maxLength={16}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <button
          type="button"
          onClick={onRenew}
          aria-label={text('login.captchaPicture')}
          title={text('login.captchaPicture')}
        >
          {captcha ? <img src={captcha.image} alt="" width={120} height={40} /> : null}
        </button>
      </div>
    </div>
  );
}

/** Seconds that are left of a wait, counting down. */
const useCountdown = (): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
};

export interface SignInFormProps {
  /** Told after the session has opened, with the password that opened it. */
  onSignedIn?: (password: string) => void;
  /** Fixed when a lost session is to be taken up again. */
  account?: string;
}

interface SignInState {
  failed: Failed | null;
  busy: boolean;
  /** Seconds until another try is taken. */
  wait: number;
  captchaDue: boolean;
  /** True when that opened the session. */
  submit: (attempt: Attempt) => Promise<boolean>;
}

const useSignIn = (): SignInState => {
  const [failed, setFailed] = useState<Failed | null>(null);
  const [busy, setBusy] = useState(false);
  const [captchaDue, setCaptchaDue] = useState(false);
  const [wait, setWait] = useCountdown();
  const submit = async (attempt: Attempt): Promise<boolean> => {
    setBusy(true);
    setFailed(null);
    const failure = await signIn(attempt);
    setBusy(false);
    if (failure === null) return true;
    setFailed(failure);
    setWait(failure.wait);
    setCaptchaDue(captchaDue || failure.captchaDue);
    return false;
  };
  return { failed, busy, wait, captchaDue, submit };
};

interface AccountFieldProps {
  value: string;
  onChange: (value: string) => void;
  fixed: boolean;
}

function AccountField({ value, onChange, fixed }: AccountFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  return (
    <div className="member-field">
      <label htmlFor={id}>{text('login.account')}</label>
      <div className="member-input">
        <input
          id={id}
          name="account"
          dir="auto"
          required
          maxLength={64}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={fixed}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose
          autoFocus={!fixed}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}

/** Account, password, and a picture to read after failures. Says beside the form why it did not work. */
export function SignInForm({ onSignedIn, account: fixed }: SignInFormProps): ReactNode {
  const text = useFirstText();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [characters, setCharacters] = useState('');
  const { failed, busy, wait, captchaDue, submit } = useSignIn();
  const { captcha, renew } = useCaptcha(captchaDue);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0) return;
    const read = captchaDue && captcha ? { captchaId: captcha.captchaId, captcha: characters } : {};
    if (await submit({ account, password, remember, ...read })) {
      onSignedIn?.(password);
      return;
    }
    // The picture is spent, whether it was read rightly or not.
    setCharacters('');
    if (captchaDue) renew();
    passwordInput.current?.select();
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
      {captchaDue ? (
        <CaptchaField captcha={captcha} value={characters} onChange={setCharacters} onRenew={renew} />
      ) : null}
      <label className="member-check">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        {text('login.remember')}
      </label>
      <p className="member-alert" role="alert" hidden={failed === null}>
        {failed ? ('text' in failed.shown ? failed.shown.text : text(failed.shown.id)) : ''}
      </p>
      <button type="submit" className="member-submit" disabled={busy || wait > 0}>
        {wait > 0 ? text('login.wait', { seconds: wait }) : text(busy ? 'login.submitting' : 'login.submit')}
      </button>
    </form>
  );
}
