import type { LinkOwner } from '@eyrie/domain';
import { CallRefused } from '@eyrie/client';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAppearance } from '../../platform/appearance.ts';
import { reasonOf } from '../../platform/failures.ts';
import { loadFonts } from '../../platform/load-fonts.ts';
import { useText } from '../../platform/text.tsx';
import { Scenery } from '../../platform/scenery.tsx';
import { LanguageChoice } from '../../platform/language-choice.tsx';
import './login.css';
import './link-question.css';

export interface LinkQuestionProps {
  /** Who is signed in in this browser. */
  here: LinkOwner;
  /** That session has ended by itself. */
  ended: boolean;
  /** Whom the link signs in. */
  owner: LinkOwner;
  /** Rejects when the link is not taken. */
  change: () => Promise<void>;
  stay: () => Promise<void>;
}

function Account({ title, of }: { title: string; of: LinkOwner }): ReactNode {
  return (
    <div className="link-account ey-panel">
      <dt>{title}</dt>
      <dd>
        <strong>
          <bdi>{of.name}</bdi>
        </strong>
        <bdi>{of.account}</bdi>
        <bdi>{of.organisationName}</bdi>
      </dd>
    </div>
  );
}

/** Asks before a link that was opened here leads into somebody else's account. */
export default function LinkQuestionPage({ here, ended, owner, change, stay }: LinkQuestionProps): ReactNode {
  const text = useText();
  const systemName = useAppearance((state) => state.systemName);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void loadFonts();
    first.current?.focus();
  }, []);
  const spent = failed instanceof CallRefused && failed.reason === 'codeSpent';
  const reason = failed === null || spent ? null : reasonOf(failed);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailed(null);
    try {
      await work();
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  return (
    <div className="login">
      <Scenery />
      <main className="login-panel">
        <LanguageChoice />
        <div className="login-card" aria-busy={busy}>
          <h1>
            <bdi>{systemName}</bdi>
          </h1>
          <h2 className="login-tagline">{text('link.title')}</h2>
          <dl className="link-accounts ey-grid ey-gap-12">
            <Account title={text(ended ? 'link.hereEnded' : 'link.here')} of={here} />
            <Account title={text('link.there')} of={owner} />
          </dl>
          <p>{text('link.warning')}</p>
          {failed === null ? null : (
            <p className="login-notice login-notice-loud" role="alert">
              {spent
                ? text(ended ? 'link.spent' : 'link.spentStays')
                : reason && ('text' in reason ? reason.text : text(reason.id, reason.values))}
            </p>
          )}
          <button
            ref={first}
            type="button"
            className="member-submit"
            disabled={busy}
            onClick={() => void run(stay)}
          >
            {text(ended ? 'link.signIn' : 'link.stay', { name: here.name })}
          </button>
          {spent ? null : (
            <button
              type="button"
              className="link-change ey-panel"
              disabled={busy}
              onClick={() => void run(change)}
            >
              {text(ended ? 'link.changeEnded' : 'link.change', { name: owner.name })}
            </button>
          )}
        </div>
      </main>
    </div>
  );
}
