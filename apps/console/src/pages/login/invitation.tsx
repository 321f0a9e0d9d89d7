import { useState, type ReactNode } from 'react';
import { AcceptForm } from '../../modules/member/invitation/index.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useText } from '../../platform/text.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Scenery } from '../../platform/scenery.tsx';
import './login.css';

export interface InvitationPageProps {
  code: string;
  /** Told when the way leads to the sign-in page. */
  onLeave: () => void;
}

/** Where the link of an invitation leads: somebody without an account makes one. */
export default function InvitationPage({ code, onLeave }: InvitationPageProps): ReactNode {
  const text = useText();
  const systemName = useAppearance((state) => state.systemName);
  const [account, setAccount] = useState<string | null>(null);
  return (
    <div className="login">
      <Scenery />
      <main className="login-panel">
        <LanguageChoice />
        <div className="login-card">
          <h1>
            <bdi>{systemName}</bdi>
          </h1>
          <h2 className="login-tagline">{text('member.accept.title')}</h2>
          {account === null ? (
            <>
              <p className="login-tagline">{text('member.accept.hint')}</p>
              <AcceptForm code={code} onDone={setAccount} />
            </>
          ) : (
            <p className="login-notice" role="status">
              {text('member.accept.done', { account })}
            </p>
          )}
          <button type="button" className="member-submit" hidden={account === null} onClick={onLeave}>
            {text('member.accept.toSignIn')}
          </button>
        </div>
      </main>
    </div>
  );
}
