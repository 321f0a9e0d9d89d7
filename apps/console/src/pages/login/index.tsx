import { Suspense, useState, type ReactNode } from 'react';
import { ChangePasswordForm, SignInForm } from '../../modules/member/index.ts';
import { AuthenticatorSetUp } from '../../modules/session/index.ts';
import { lazyPart } from '../../platform/loading.ts';
import { useAfterFrame } from '../../platform/after-frame.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { enterAfterwards, useSession, type SessionStatus } from '../../platform/session.ts';
import { useFirstText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { LanguageChoice } from '../../platform/language-choice.tsx';
import { OpenIdProviders } from './openid-providers.tsx';
import { Picture, Scenery } from '../../platform/scenery.tsx';
import { needsTls } from './needs-tls.ts';
import './login.css';

// The form does not wait for what may have to be said beside it; without it the sign-in goes on.
const LoginNotices = lazyPart(
  async () => ({ default: (await import('./login-notices.tsx')).LoginNotices }),
  () => null,
);

const taglines = {
  none: 'app.tagline',
  mustChange: 'login.mustChange',
  mustSetUp: 'login.mustSetUp',
  open: 'app.tagline',
  ended: 'app.tagline',
} as const satisfies Record<SessionStatus, string>;

function Notice({ wanted }: { wanted: boolean }): ReactNode {
  const text = useFirstText();
  const notice = useSession((session) => session.notice);
  if (notice === 'ended') return <p className="login-notice">{text('login.ended')}</p>;
  if (notice === 'openIdFailed') return <p className="login-notice">{text('login.openIdFailed')}</p>;
  if (notice === 'codeSpent') return <p className="login-notice">{text('login.codeSpent')}</p>;
  return wanted ? <p className="login-notice">{text('login.wanted')}</p> : null;
}

export interface LoginPageProps {
  /** The page that the member was on the way to. */
  wanted: string | null;
  /** The organisation whose members this address is for. */
  organisation: string | null;
  /** Called when somebody starts to type. */
  onBegin: () => void;
}

/** What the member has to do now: sign in, or what has to come before anything else. */
function Step({ wanted, organisation }: Pick<LoginPageProps, 'wanted' | 'organisation'>): ReactNode {
  const text = useFirstText();
  const status = useSession((session) => session.status);
  const form = useSession((session) => session.passwordForm);
  const [password, setPassword] = useState<string>();
  const known = password === undefined ? {} : { password };

  const changed = async (newPassword: string): Promise<void> => {
    setPassword(newPassword);
    await enterAfterwards();
    showToast('success', text('login.changed'));
  };
  if (status === 'mustChange')
    return (
      <Suspense fallback={<p>{text('app.loading')}</p>}>
        <ChangePasswordForm
          key={password}
          form={form}
          {...(password === undefined ? {} : { oldPassword: password })}
          onChanged={changed}
        />
      </Suspense>
    );
  if (status === 'mustSetUp')
    return (
      <Suspense fallback={<p>{text('app.loading')}</p>}>
        <AuthenticatorSetUp {...known} onDone={() => enterAfterwards()} />
      </Suspense>
    );
  return (
    <>
      <Notice wanted={wanted !== null} />
      <SignInForm onSignedIn={setPassword} />
      <OpenIdProviders organisation={organisation} wanted={wanted} />
    </>
  );
}

/** The first page. Nothing of the component library comes with it, so that it opens fast on a poor line. */
export function LoginPage({ wanted, organisation, onBegin }: LoginPageProps): ReactNode {
  const text = useFirstText();
  const systemName = useAppearance((state) => state.systemName);
  const formStands = useAfterFrame();
  const picture = useAppearance((state) => state.look?.backgroundPIC ?? null);
  const status = useSession((session) => session.status);
  return (
    <div className="login">
      {picture ? <Picture address={picture} /> : <Scenery />}
      <main className="login-panel">
        <LanguageChoice />
        <div className="login-card" onInput={onBegin}>
          <h1>
            <bdi>{systemName}</bdi>
          </h1>
          <p className="login-tagline">{text(taglines[status])}</p>
          {needsTls(location) ? (
            <p className="login-notice login-notice-loud" role="alert">
              {text('login.noTls')}
            </p>
          ) : null}
          {formStands ? (
            <Suspense>
              <LoginNotices />
            </Suspense>
          ) : null}
          <Step wanted={wanted} organisation={organisation} />
        </div>
      </main>
    </div>
  );
}
