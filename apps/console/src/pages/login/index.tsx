import { languages } from '@eyrie/phrases/words';
import { useState, type ReactNode } from 'react';
import { ChangePasswordForm, SignInForm } from '../../modules/member/index.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { chooseLanguage, useLanguage } from '../../platform/language.ts';
import { passwordChanged, useSession } from '../../platform/session.ts';
import { useFirstText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { Picture, Scenery } from './scenery.tsx';
import { needsTls } from './needs-tls.ts';
import './login.css';

function LanguageChoice(): ReactNode {
  const text = useFirstText();
  const current = useLanguage((state) => state.language);
  return (
    <fieldset className="login-languages">
      <legend className="ey-hidden">{text('app.language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {text(`language.${language}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Notice({ wanted }: { wanted: boolean }): ReactNode {
  const text = useFirstText();
  const notice = useSession((session) => session.notice);
  if (notice === 'ended') return <p className="login-notice">{text('login.ended')}</p>;
  if (notice === 'codeSpent') return <p className="login-notice">{text('login.codeSpent')}</p>;
  return wanted ? <p className="login-notice">{text('login.wanted')}</p> : null;
}

export interface LoginPageProps {
  /** The member was on the way to a page. */
  wanted: boolean;
  /** Told when somebody starts to type. */
  onBegin: () => void;
}

/** The first page. Nothing of the component library comes with it, so that it opens fast on a poor line. */
export function LoginPage({ wanted, onBegin }: LoginPageProps): ReactNode {
  const text = useFirstText();
  const systemName = useAppearance((state) => state.systemName);
  const picture = useAppearance((state) => state.look?.backgroundPIC ?? null);
  const status = useSession((session) => session.status);
  const [password, setPassword] = useState<string>();

  const changed = async (): Promise<void> => {
    await passwordChanged();
    showToast('success', text('login.changed'));
  };
  return (
    <div className="login">
      {picture ? <Picture address={picture} /> : <Scenery />}
      <main className="login-panel">
        <LanguageChoice />
        <div className="login-card" onInput={onBegin}>
          <h1>
            <bdi>{systemName}</bdi>
          </h1>
          <p className="login-tagline">
            {text(status === 'mustChange' ? 'login.mustChange' : 'app.tagline')}
          </p>
          {needsTls(location) ? (
            <p className="login-notice login-notice-loud" role="alert">
              {text('login.noTls')}
            </p>
          ) : null}
          {status === 'mustChange' ? (
            <ChangePasswordForm
              key={password}
              {...(password === undefined ? {} : { oldPassword: password })}
              onChanged={changed}
            />
          ) : (
            <>
              <Notice wanted={wanted} />
              <SignInForm onSignedIn={setPassword} />
            </>
          )}
        </div>
      </main>
    </div>
  );
}
