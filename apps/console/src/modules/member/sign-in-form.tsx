import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useFirstText } from '../../platform/text.tsx';
import { useCaptcha, type Captcha } from './captcha.ts';
import { PasswordField } from './password-field.tsx';
import { signIn, type Failed } from './sign-in.ts';
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

export interface SignInFormProps {
  /** Told after the session has opened, with the password that opened it. */
  onSignedIn?: (password: string) => void;
  /** Fixed when a lost session is to be taken up again. */
  account?: string;
}

/** Account, password, and a picture to read after failures. Says beside the form why it did not work. */
export function SignInForm({ onSignedIn, account: fixed }: SignInFormProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [account, setAccount] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [characters, setCharacters] = useState('');
  const [captchaDue, setCaptchaDue] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [busy, setBusy] = useState(false);
  const { captcha, renew } = useCaptcha(captchaDue);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed(null);
    const withCaptcha = captchaDue && captcha ? { captchaId: captcha.captchaId, captcha: characters } : {};
    const failure = await signIn({ account, password, remember, ...withCaptcha });
    setBusy(false);
    if (failure === null) {
      onSignedIn?.(password);
      return;
    }
    setFailed(failure);
    setCaptchaDue(captchaDue || failure.captchaDue);
    setCharacters('');
    renew();
    passwordInput.current?.select();
  };

  return (
    <form className="member-form" onSubmit={(event) => void submit(event)}>
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
            readOnly={fixed !== undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose
            autoFocus={fixed === undefined}
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
        </div>
      </div>
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
      <button type="submit" className="member-submit" disabled={busy}>
        {text(busy ? 'login.submitting' : 'login.submit')}
      </button>
    </form>
  );
}
