import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useFirstText } from '../../platform/text.tsx';
import type { Captcha } from './captcha.ts';

export interface CaptchaFieldProps {
  captcha: Captcha | null;
  value: string;
  onChange: (value: string) => void;
  onRenew: () => void;
}

/** A picture of characters, and what is read in it. */
export function CaptchaField({ captcha, value, onChange, onRenew }: CaptchaFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  return (
    <div className="member-field ey-grid ey-gap-6">
      <label htmlFor={id}>{text('login.captcha')}</label>
      <div className="member-captcha">
        <div className="member-input ey-panel">
          <input
            id={id}
            dir="ltr"
            required
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

export interface AccountFieldProps {
  value: string;
  onChange: (value: string) => void;
  fixed: boolean;
}

/** Who signs in. */
export function AccountField({ value, onChange, fixed }: AccountFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  return (
    <div className="member-field ey-grid ey-gap-6">
      <label htmlFor={id}>{text('login.account')}</label>
      <div className="member-input ey-panel">
        <input
          id={id}
          name="account"
          dir="auto"
          required
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

export interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The code of an authenticator app, or one of the recovery codes. Takes the focus when it appears. */
export function CodeField({ value, onChange }: CodeFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="member-field ey-grid ey-gap-6">
      <label htmlFor={id}>{text('login.totp')}</label>
      <div className="member-input ey-panel">
        <input
          ref={input}
          id={id}
          dir="ltr"
          required
          minLength={6}
          // Programs that keep such codes know the field by this.
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p id={`${id}-note`} className="member-note">
        {text('login.totpHint')}
      </p>
    </div>
  );
}
