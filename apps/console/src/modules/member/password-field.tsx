import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useFirstText } from '../../platform/text.tsx';

export interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  issue?: string | undefined;
  /** Takes the focus when it appears. */
  focused?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A password with a way to see it and a word about caps lock. Without the component library: the first page has it. */
export function PasswordField({ ref, ...props }: PasswordFieldProps): ReactNode {
  const text = useFirstText();
  const id = useId();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  const note = props.issue ?? (caps ? text('login.capsLock') : props.hint);
  return (
    <div className="member-field ey-grid ey-gap-6">
      <label htmlFor={id}>{props.label}</label>
      <div className="member-input ey-panel">
        <input
          ref={ref}
          id={id}
          type={shown ? 'text' : 'password'}
          dir="ltr"
          required
          autoComplete={props.autoComplete}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on the page that asks for it
          autoFocus={props.focused}
          value={props.value}
          aria-invalid={props.issue !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
        />
        <button
          type="button"
          className="member-eye"
          aria-pressed={shown}
          aria-label={text(shown ? 'login.hidePassword' : 'login.showPassword')}
          title={text(shown ? 'login.hidePassword' : 'login.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z" />
            <circle cx="10" cy="10" r="2.6" />
            {shown ? null : <path d="M3 17 17 3" />}
          </svg>
        </button>
      </div>
      {note ? (
        <p id={`${id}-note`} className={props.issue || caps ? 'member-note member-note-loud' : 'member-note'}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
