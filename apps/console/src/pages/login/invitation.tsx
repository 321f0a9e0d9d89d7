import { invitationCalls, type ResponseOf } from '@eyrie/domain';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { AcceptForm } from '../../modules/member/invitation/index.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { LanguageChoice } from '../../platform/language-choice.tsx';
import { Scenery } from '../../platform/scenery.tsx';
import './login.css';

export interface InvitationPageProps {
  code: string;
  /** Called when the way leads to the sign-in page. */
  onLeave: () => void;
}

type InvitationState = ResponseOf<typeof invitationCalls.look>['state'];

/** What has become of an invitation: asked when the link is opened, before anything is typed in vain. */
const useInvitationState = (code: string): [InvitationState | null, () => Promise<void>] => {
  const [state, setState] = useState<InvitationState | null>(null);
  const ask = useCallback(async () => {
    // Without an answer the form stands open: sending it tells the same.
    const answer = await call(invitationCalls.look, { code }, { toast: false }).catch(() => null);
    setState(answer?.state ?? 'open');
  }, [code]);
  useEffect(() => void ask(), [ask]);
  return [state, ask];
};

/** Where the link of an invitation leads: somebody without an account makes one. */
export default function InvitationPage({ code, onLeave }: InvitationPageProps): ReactNode {
  const text = useText();
  const systemName = useAppearance((state) => state.systemName);
  const [account, setAccount] = useState<string | null>(null);
  const [state, askAgain] = useInvitationState(code);
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
          {account === null && state === 'open' ? (
            <>
              <p className="login-tagline">{text('member.accept.hint')}</p>
              <AcceptForm code={code} onDone={setAccount} onSpent={() => void askAgain()} />
            </>
          ) : null}
          {account === null && state !== null && state !== 'open' ? (
            <p className="login-notice login-notice-loud" role="alert">
              {text(`member.accept.${state}`)}
            </p>
          ) : null}
          {account === null ? null : (
            <p className="login-notice" role="status">
              {text('member.accept.done', { account })}
            </p>
          )}
          <button
            type="button"
            className="member-submit"
            hidden={account === null && (state === null || state === 'open')}
            onClick={onLeave}
          >
            {text('member.accept.toSignIn')}
          </button>
        </div>
      </main>
    </div>
  );
}
